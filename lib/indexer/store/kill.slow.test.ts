import { expect, it } from 'vitest'
import { FATAL_POINTS, FATAL_POINTS_POSTGRES } from '@/lib/testing/indexer/fatal-points'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { filePlaces, serverPlaces } from '@/lib/testing/indexer/kill-places'
import { CRASH, killWriter, RANDOM } from '@/lib/testing/indexer/kill-writer'
import { startPostgres } from '@/lib/testing/indexer/postgres'
import { writersAtOnce } from '@/lib/testing/indexer/writers-at-once'
import { testWith } from '@/lib/testing/tools'
import { SEED } from '@/scripts/seed'

/* Each way of dying once. Many more at night: kill.nightly.test.ts. */

const once = (points: object) => Object.keys(points).map((name) => [name, 1] as const)
const kills = { atEachPoint: 1, atRandom: 6, seed: SEED }

it('a kill at each named point and 6 after some steps, forks included, leave whole steps', async () => {
  const deaths = await inFolder((folder) => killWriter(kills, filePlaces(folder)))
  expect(deaths).toEqual(new Map([...once(FATAL_POINTS), [RANDOM, 6]]))
})

testWith(
  'postgres',
  'a kill at each named point, 3 after some steps and 3 crashes of the server leave whole steps on PostgreSQL',
  async () => {
    const server = await startPostgres()
    try {
      const deaths = await killWriter(kills, serverPlaces(server))
      expect(deaths).toEqual(new Map([...once(FATAL_POINTS_POSTGRES), [RANDOM, 3], [CRASH, 3]]))
    } finally {
      await server.stop()
    }
  },
)

it('of six writers that make one store at the same moment at most one writes, and what it leaves is whole', () =>
  writersAtOnce(SEED))
