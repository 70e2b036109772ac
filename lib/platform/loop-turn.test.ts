import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { loopTurn, noteConnection } from './loop-turn'

/** Turns of the event loop until something is done. `each`: what happens in every one of them. */
async function turnsUntil(done: Promise<unknown>, each = () => {}): Promise<number> {
  let [turns, isOver] = [0, false]
  const work = done.finally(() => {
    isOver = true
  })
  for (; !isOver; turns++) {
    each()
    await setImmediate()
  }
  await work
  return turns
}

test('one portion of work goes on in a turn, however many wait', async () => {
  expect(await turnsUntil(Promise.all(Array.from({ length: 20 }, loopTurn)))).toBeGreaterThanOrEqual(20)
})

test('work waits while connections come, and no longer than sixteen turns', async () => {
  let coming = 5
  const some = () => {
    if (coming-- > 0) noteConnection()
  }
  expect(await turnsUntil(loopTurn(), some)).toBeGreaterThanOrEqual(5)
  const turns = await turnsUntil(loopTurn(), noteConnection)
  expect(turns).toBeGreaterThanOrEqual(16)
  expect(turns).toBeLessThanOrEqual(18)
})
