import { expect, test } from 'vitest'
import { EventLoopTurns } from './event-loop-turns'

test('one begins in each round of the event loop, in the order they came, also those that come meanwhile', async () => {
  const rounds = new EventLoopTurns()
  const seen: [n: number, round: number][] = []
  let round = 0
  let counting = true
  const count = () => {
    round++
    if (counting) setImmediate(count)
  }
  setImmediate(count)
  const come = (n: number) => rounds.next().then(() => seen.push([n, round]))
  const first = [1, 2, 3].map(come)
  await first[1]
  await Promise.all([...first, come(4), come(5)])
  await come(6)
  counting = false
  expect(seen.map(([n]) => n)).toEqual([1, 2, 3, 4, 5, 6])
  expect(new Set(seen.map(([, at]) => at)).size).toBe(6)
})
