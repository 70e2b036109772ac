import { expect, test } from 'vitest'
import { allAtOnce, attacked } from './attack.mjs'
import { root } from './processes.mjs'

// bench/attack.mjs measures how soon other requests are answered; this test, that they are.
const SECONDS = 10

test('a heap of 256 MB survives endless lists and impossible transactions, all at once', async () => {
  const { survivedS, others, failed } = await attacked(root, allAtOnce, SECONDS)
  expect(survivedS).toBeNull()
  expect(failed).toBeLessThan(others.length)
})
