import { expect, test } from 'vitest'
import { allAtOnce, attacked } from './attack.mjs'
import { root } from './processes.mjs'

// bench/attack.mjs measures what others get meanwhile; here it counts that the process lives and answers.
const SECONDS = 12

test('a heap of 256 MB survives endless lists and impossible transactions, all at once', async () => {
  const { survivedS, healthz } = await attacked(root, allAtOnce, SECONDS)
  expect(survivedS).toBeNull()
  expect(healthz.length).toBeGreaterThan(0)
})
