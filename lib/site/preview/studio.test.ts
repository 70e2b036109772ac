import { describe, expect, test } from 'vitest'
import { until } from '@/lib/testing/until'
import { virtualTime } from '@/lib/testing/virtual-time'
import { STATIC_CARD } from '../../page/card'
import { drawCard } from '../../page/draw-card'
import { PreviewRenderer } from './studio'

const clock = virtualTime()

const cardOf = (n: number) => ({ ...STATIC_CARD, headline: `Card ${n}` })
const STATIC = drawCard(STATIC_CARD)

function slowRasteriser() {
  const waiting: { svg: string; finish: () => void }[] = []
  let atOnce = 0
  let most = 0
  const drawn: string[] = []
  const rasterise = async (svg: string) => {
    most = Math.max(most, ++atOnce)
    drawn.push(svg)
    if (svg !== STATIC) await new Promise<void>((resolve) => waiting.push({ svg, finish: resolve }))
    atOnce--
    return Buffer.from(svg)
  }
  return { rasterise, waiting, drawn, most: () => most }
}

const textOf = ({ content }: { content: { plain: { bytes: Buffer } } }) => content.plain.bytes.toString()

describe('the studio', () => {
  test('draws one picture at a time, and each content once', async () => {
    const slow = slowRasteriser()
    const studio = new PreviewRenderer(slow.rasterise, 5_000)
    const pictures = [1, 2, 1, 3].map((n) => studio.pictureOf(cardOf(n)))
    for (let left = 3; left > 0; left--) {
      await until(() => slow.waiting.length === 1)
      slow.waiting.shift()?.finish()
    }
    expect((await Promise.all(pictures)).map(textOf)).toEqual([1, 2, 1, 3].map((n) => drawCard(cardOf(n))))
    expect(slow.most()).toBe(1)
    expect(await studio.pictureOf(cardOf(2))).toMatchObject({ isRequested: true })
    expect(slow.drawn).toHaveLength(3)
  })

  test('gives the static card to whom a picture would keep waiting, and keeps the picture for the next', async () => {
    const slow = slowRasteriser()
    const studio = new PreviewRenderer(slow.rasterise, 10)
    await studio.pictureOf(STATIC_CARD)
    const pending = studio.pictureOf(cardOf(1))
    await clock.pass(10)
    const picture = await pending
    expect(picture.isRequested).toBe(false)
    expect(textOf(picture)).toBe(STATIC)
    slow.waiting[0]?.finish()
    expect(await studio.pictureOf(cardOf(1))).toMatchObject({ isRequested: true })
  })

  test('takes no more than a few at a time, however many are asked for', async () => {
    const slow = slowRasteriser()
    const studio = new PreviewRenderer(slow.rasterise, 20)
    await studio.pictureOf(STATIC_CARD)
    const pending = Promise.all(Array.from({ length: 50 }, (_, n) => studio.pictureOf(cardOf(n))))
    await clock.pass(20)
    const pictures = await pending
    expect(pictures.every(({ isRequested: pending }) => !pending)).toBe(true)
    for (let left = 8; left > 0; left--) {
      await until(() => slow.waiting.length === 1)
      slow.waiting.shift()?.finish()
    }
    await until(() => slow.drawn.length === 9)
  })

  test('does not keep a picture that could not be drawn', async () => {
    let times = 0
    const studio = new PreviewRenderer(async (svg) => {
      if (times++ === 0) throw new Error('no rasteriser')
      return Buffer.from(svg)
    }, 1_000)
    await expect(studio.pictureOf(cardOf(1))).rejects.toThrow('no rasteriser')
    expect(await studio.pictureOf(cardOf(1))).toMatchObject({ isRequested: true })
  })
})
