import { afterEach, expect } from 'vitest'
import { killRunning } from '@/lib/testing/indexer/indexer-process'
import { killLoop } from '@/lib/testing/indexer/kill-loop'
import { sharedPostgres } from '@/lib/testing/indexer/shared-postgres'
import { testWith } from '@/lib/testing/tools'
import { SEED } from '@/scripts/seed'

afterEach(killRunning)

const server = sharedPostgres()

testWith(
  'postgres',
  '3 kills of an indexer while it stores lose nothing and double nothing on PostgreSQL',
  async () => {
    const { undisturbed, killed } = await killLoop({ kills: 3, seed: SEED, slots: 300, server })
    expect(undisturbed).toMatch(/^ok [0-9a-f]{64}$/)
    expect(new Set(killed)).toEqual(new Set([undisturbed]))
  },
)
