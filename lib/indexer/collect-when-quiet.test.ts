import { expect, test } from 'vitest'
import { comes } from '@/lib/testing/comes'
import { type Clock, MACHINE_CLOCK } from '../platform/clock'
import { CollectWhenQuiet } from './collect-when-quiet'

const MB = 2 ** 20

function heldClock() {
  const waiting: { ms: number; end(): void }[] = []
  const clock: Clock = {
    ...MACHINE_CLOCK,
    after(ms, end) {
      waiting.push({ ms, end })
      return () => undefined
    },
  }
  const periodEnds = async () => {
    const { ms, end } = waiting.shift() ?? { ms: 0, end: () => undefined }
    end()
    await new Promise((resolve) => setImmediate(resolve))
    return ms
  }
  return { clock, periodEnds, waiting }
}

function counted(signal = new AbortController().signal) {
  const held = heldClock()
  let count = 0
  const collection = new CollectWhenQuiet(held.clock, signal, () => void count++)
  return { ...held, collection, count: () => count }
}

test('nothing is collected before there is enough, and then after a period with little to answer', async () => {
  const { collection, periodEnds, waiting, count } = counted()
  for (let i = 0; i < 15; i++) collection.add(MB)
  expect(waiting).toEqual([])
  collection.add(MB)
  collection.add(MB)
  expect(waiting).toHaveLength(1)
  expect(await periodEnds()).toBe(3000)
  expect(count(), 'a page went out in this period').toBe(0)
  collection.add(1000)
  await periodEnds()
  expect(count()).toBe(1)
  expect(waiting).toEqual([])
})

test('it ends with the server', async () => {
  const ending = new AbortController()
  const { collection, periodEnds, count } = counted(ending.signal)
  collection.add(17 * MB)
  ending.abort()
  await periodEnds()
  expect(count()).toBe(0)
})

test('what it collects by is there', async () => {
  const freed: string[] = []
  const registry = new FinalizationRegistry((name: string) => freed.push(name))
  registry.register({}, 'garbage')
  const { clock, periodEnds } = heldClock()
  new CollectWhenQuiet(clock, new AbortController().signal).add(17 * MB)
  await periodEnds()
  await comes(() => expect(freed).toEqual(['garbage']))
})
