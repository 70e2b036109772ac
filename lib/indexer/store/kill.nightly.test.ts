import { expect, it, onTestFinished } from 'vitest'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { filePlaces, serverPlaces } from '@/lib/testing/indexer/kill-places'
import { killWriter } from '@/lib/testing/indexer/kill-writer'
import { startPostgres } from '@/lib/testing/indexer/postgres'
import { testWith } from '@/lib/testing/tools'
import { SEED } from '@/scripts/seed'

const HOURS = 2 * 3_600_000

it(
  '320 kills, at each named point again and again and after some steps, leave whole steps',
  async () => {
    const kills = { atEachPoint: 9, atRandom: 149, seed: SEED }
    expect(await inFolder((folder) => killWriter(kills, filePlaces(folder)))).toBe(320)
  },
  HOURS,
)

testWith(
  'postgres',
  '100 kills of a writer and crashes of its server leave whole steps on PostgreSQL',
  async () => {
    const server = await startPostgres()
    onTestFinished(() => server.stop())
    expect(await killWriter({ atEachPoint: 4, atRandom: 40, seed: SEED }, serverPlaces(server))).toBe(100)
  },
  HOURS,
)
