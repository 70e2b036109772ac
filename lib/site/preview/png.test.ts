import { crc32, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { indexedPng } from './png'

function decode(png: Buffer): { width: number; height: number; colours: number[] } {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const parts: Record<string, Buffer> = {}
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const named = png.subarray(at + 4, at + 8 + length)
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(named))
    parts[named.toString('latin1', 0, 4)] = named.subarray(4)
    at += 12 + length
  }
  expect(Object.keys(parts)).toEqual(['IHDR', 'PLTE', 'IDAT', 'IEND'])
  const { IHDR, PLTE, IDAT } = parts
  if (!IHDR || !PLTE || !IDAT) throw new Error('a part is missing')
  const [width, height] = [IHDR.readUInt32BE(0), IHDR.readUInt32BE(4)]
  const rows = inflateSync(IDAT)
  expect(rows.length).toBe((width + 1) * height)
  const colours = Array.from({ length: width * height }, (_, i) => {
    const index = rows[Math.floor(i / width) * (width + 1) + 1 + (i % width)] ?? 0
    return PLTE.readUIntBE(index * 3, 3)
  })
  return { width, height, colours }
}

test('a picture survives, in the order of its pixels', async () => {
  const colours = [0xff0000, 0x00ff00, 0x0000ff, 0x00ff00, 0x123456, 0xffffff]
  const pixels = Buffer.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255, 255]))
  const png = await indexedPng(pixels, 3, 2)
  expect(png && decode(png)).toEqual({ width: 3, height: 2, colours })
})

test('256 colours fit, one more does not', async () => {
  const pixels = (count: number) =>
    Buffer.from(Array.from({ length: count }, (_, i) => [i & 255, i >> 8, 7, 255]).flat())
  const png = await indexedPng(pixels(256), 256, 1)
  expect(png && decode(png).colours).toHaveLength(256)
  expect(await indexedPng(pixels(257), 257, 1)).toBeNull()
})
