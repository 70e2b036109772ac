import { expect, it } from 'vitest'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { filePlaces, serverPlaces } from '@/lib/testing/indexer/kill-places'
import { CRASH, killWriter, RANDOM } from '@/lib/testing/indexer/kill-writer'
import { startPostgres } from '@/lib/testing/indexer/postgres'
import { testWith } from '@/lib/testing/tools'
import { SEED } from '@/scripts/seed'

/* kill.slow.test.ts again and again, and on PostgreSQL: 420 kills. */

const HOURS = 2 * 3_600_000

const sum = (deaths: Map<string, number>) => [...deaths.values()].reduce((sum, count) => sum + count, 0)

it(
  '320 kills, at each named point again and again and after some steps, leave whole steps',
  async () => {
    const kills = { atEachPoint: 9, atRandom: 149, seed: SEED }
    const deaths = await inFolder((folder) => killWriter(kills, filePlaces(folder)))
    expect(sum(deaths)).toBe(320)
    expect(deaths.get(RANDOM)).toBe(149)
  },
  HOURS,
)

testWith(
  'postgres',
  '100 kills of a writer and crashes of its server leave whole steps on PostgreSQL',
  async () => {
    const server = await startPostgres()
    try {
      const deaths = await killWriter({ atEachPoint: 4, atRandom: 40, seed: SEED }, serverPlaces(server))
      expect(sum(deaths)).toBe(100)
      expect([deaths.get(RANDOM), deaths.get(CRASH)]).toEqual([20, 20])
    } finally {
      await server.stop()
    }
  },
  HOURS,
)
