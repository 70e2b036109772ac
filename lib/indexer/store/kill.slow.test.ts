import { expect, it } from 'vitest'
import { FATAL_POINTS } from '@/lib/testing/indexer/fatal-points'
import { forkScript } from '@/lib/testing/indexer/fork-script'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { filePlaces } from '@/lib/testing/indexer/kill-places'
import { killWriter } from '@/lib/testing/indexer/kill-writer'
import { assertWhole, runWriter, undisturbed } from '@/lib/testing/indexer/store-writer-process'
import { SEED } from '@/scripts/seed'

/* Each kind of kill once, on a file. PostgreSQL and many more kills: kill.nightly.test.ts. */

it('a kill at each named point and 2 after some steps, forks included, leave whole steps', async () => {
  const kills = { atEachPoint: 1, atRandom: 2, seed: SEED }
  const killed = await inFolder((folder) => killWriter(kills, filePlaces(folder)))
  expect(killed).toBe(Object.keys(FATAL_POINTS).length + 2)
})

it('of six writers that make one store at the same moment at most one writes, and what it leaves is whole', () =>
  inFolder(async (folder) => {
    const steps = forkScript(SEED)
    const [file, script] = [`${folder}/store.sqlite`, String(SEED)]
    const writers = await Promise.allSettled(Array.from({ length: 6 }, () => runWriter([file, script, '0'])))
    const wrote = writers.filter(({ status }) => status === 'fulfilled').length
    for (const writer of writers) {
      if (writer.status === 'rejected') expect(String(writer.reason)).toMatch(/another process holds it|BrokenChain/)
    }
    expect(wrote).toBeLessThanOrEqual(1)
    // Steps that arrived after the first writer ended must leave nothing either.
    const stored = wrote === 1 ? steps.length : 0
    const { lines } = await runWriter([file, script, String(stored)])
    await assertWhole(steps, stored, lines[0]?.split(' ').slice(1) ?? [], `TEST_SEED=${SEED}`)
    expect(lines.at(-1)).toBe(`done ${await undisturbed(steps, steps.length)}`)
  }))
