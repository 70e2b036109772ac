import { afterEach, expect, it } from 'vitest'
import { killRunning } from '@/lib/testing/indexer/indexer-process'
import { killLoop } from '@/lib/testing/indexer/kill-loop'
import { sharedPostgres } from '@/lib/testing/indexer/shared-postgres'
import { testWith } from '@/lib/testing/tools'
import { SEED } from '@/scripts/seed'

/* Whole processes, on both stores. Every point of the writer: store/kill.slow.test.ts. */

afterEach(killRunning)

const HOURS = 2 * 3_600_000
const server = sharedPostgres()

it(
  '120 kills of an indexer while it stores lose nothing and double nothing',
  async () => {
    const { undisturbed, killed } = await killLoop({ kills: 120, seed: SEED, slots: 3000 })
    expect(undisturbed).toMatch(/^ok [0-9a-f]{64}$/)
    expect(new Set(killed)).toEqual(new Set([undisturbed]))
  },
  HOURS,
)

testWith(
  'postgres',
  '60 kills of an indexer while it stores lose nothing and double nothing on PostgreSQL',
  async () => {
    const { undisturbed, killed } = await killLoop({ kills: 60, seed: SEED, slots: 1500, server })
    expect(undisturbed).toMatch(/^ok [0-9a-f]{64}$/)
    expect(new Set(killed)).toEqual(new Set([undisturbed]))
  },
  HOURS,
)
