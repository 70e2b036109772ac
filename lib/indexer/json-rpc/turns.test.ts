import { expect, test } from 'vitest'
import { Turns } from './turns'

test('so many at once, the others in the order they came, also behind one that fails', async () => {
  const turns = new Turns(2)
  const under: number[] = []
  const ends: (() => void)[] = []
  const work = (n: number) => async () => {
    under.push(n)
    await new Promise<void>((resolve) => {
      ends[n] = resolve
    })
    if (n === 0) throw new Error('failed')
    return n
  }
  const settled = Promise.allSettled([0, 1, 2, 3, 4].map((n) => turns.take(work(n))))
  for (const started of [2, 3, 4, 5, 5]) {
    while (under.length < started) await new Promise((resolve) => setImmediate(resolve))
    expect(under).toEqual([0, 1, 2, 3, 4].slice(0, started))
    const next = [...ends.keys()].find((n) => ends[n])
    if (next === undefined) break
    ends[next]?.()
    delete ends[next]
  }
  for (const end of Object.values(ends)) end?.()
  const results = await settled
  expect(results.map(({ status }) => status)).toEqual(['rejected', ...Array(4).fill('fulfilled')])
  expect(await turns.take(async () => 'free again')).toBe('free again')
})
