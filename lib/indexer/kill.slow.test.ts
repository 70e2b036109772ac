import { afterEach, expect, it } from 'vitest'
import { killRunning } from '@/lib/testing/indexer/indexer-process'
import { killLoop } from '@/lib/testing/indexer/kill-loop'
import { SEED } from '@/scripts/seed'

/* On PostgreSQL: kill-postgres.slow.test.ts, so that both run at once. Many more at night: kill.nightly.test.ts. */

afterEach(killRunning)

it('3 kills of an indexer while it stores lose nothing and double nothing', async () => {
  const { undisturbed, killed } = await killLoop({ kills: 3, seed: SEED, slots: 300 })
  expect(undisturbed).toMatch(/^ok [0-9a-f]{64}$/)
  expect(new Set(killed)).toEqual(new Set([undisturbed]))
})
