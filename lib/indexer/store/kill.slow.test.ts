import { expect, it } from 'vitest'
import { FATAL_POINTS } from '@/lib/testing/indexer/fatal-points'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { filePlaces } from '@/lib/testing/indexer/kill-places'
import { killWriter, RANDOM } from '@/lib/testing/indexer/kill-writer'
import { writersAtOnce } from '@/lib/testing/indexer/writers-at-once'
import { SEED } from '@/scripts/seed'

/* Each way of dying once, in a file. On PostgreSQL too, and many more, at night: kill.nightly.test.ts. */

it('a kill at each named point and 2 after some steps, forks included, leave whole steps', async () => {
  const deaths = await inFolder((folder) => killWriter({ atEachPoint: 1, atRandom: 2, seed: SEED }, filePlaces(folder)))
  expect(deaths).toEqual(new Map([...Object.keys(FATAL_POINTS).map((name) => [name, 1] as const), [RANDOM, 2]]))
})

it('of six writers that make one store at the same moment at most one writes, and what it leaves is whole', () =>
  writersAtOnce(SEED))
