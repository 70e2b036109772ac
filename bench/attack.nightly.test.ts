import { expect, test } from 'vitest'
import { allAtOnce, attacked } from './attack.mjs'
import { root } from './processes.mjs'

// How soon others are answered is measured by bench/attack.mjs; here, that they are.
const SECONDS = 10

test('a heap of 256 MB survives endless lists and impossible transactions, all at once', async () => {
  const { survivedS, others, failed } = await attacked(root, allAtOnce, SECONDS)
  expect(survivedS).toBeNull()
  expect(failed).toBeLessThan(others.length)
})
