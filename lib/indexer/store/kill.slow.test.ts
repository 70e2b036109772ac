import { expect, it } from 'vitest'
import { FATAL_POINTS, FATAL_POINTS_POSTGRES } from '@/lib/testing/indexer/fatal-points'
import { forkScript } from '@/lib/testing/indexer/fork-script'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import {
  assertWhole,
  filePlaces,
  killWriter,
  runWriter,
  serverPlaces,
  undisturbed,
} from '@/lib/testing/indexer/kill-writer'
import { POSTGRES_BIN, startPostgres } from '@/lib/testing/indexer/postgres'

/** What is torn once is torn: no second try. */
const ONCE = { retry: 0 }

it('320 kills at named points and random moments, forks included, leave whole steps', ONCE, async () => {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31)
  console.log(`KILL_SEED=${seed}`)
  const deaths = await inFolder((folder) => killWriter({ kills: 320, seed }, filePlaces(folder)))
  console.log(Object.fromEntries(deaths))
  expect(deaths.get('a random moment')).toBeGreaterThan(100)
  expect([...deaths.keys()]).toEqual(expect.arrayContaining(Object.keys(FATAL_POINTS)))
})

it.skipIf(POSTGRES_BIN === null)(
  '100 kills of a writer and crashes of its server, forks included, leave whole steps on PostgreSQL',
  ONCE,
  async () => {
    const seed = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31)
    console.log(`KILL_SEED=${seed}`)
    const server = await startPostgres()
    try {
      const deaths = await killWriter({ kills: 100, seed }, serverPlaces(server))
      console.log(Object.fromEntries(deaths))
      expect(deaths.get('a random moment')).toBeGreaterThan(15)
      expect(deaths.get('a crash of the database')).toBeGreaterThan(15)
      expect([...deaths.keys()]).toEqual(
        expect.arrayContaining(Object.keys(FATAL_POINTS_POSTGRES).filter((name) => !/undo|spent/.test(name))),
      )
    } finally {
      await server.stop()
    }
  },
)

it('of six writers that make one store at the same moment at most one writes, and what it leaves is whole', ONCE, () =>
  inFolder(async (folder) => {
    const steps = forkScript(6)
    for (let round = 0; round < 5; round++) {
      const args = [`${folder}/${round}.sqlite`, '6']
      const writers = await Promise.allSettled(Array.from({ length: 6 }, () => runWriter([...args, '0'])))
      const wrote = writers.filter(({ status }) => status === 'fulfilled').length
      for (const writer of writers) {
        if (writer.status === 'rejected') expect(String(writer.reason)).toMatch(/another process holds it|BrokenChain/)
      }
      expect(wrote).toBeLessThanOrEqual(1)
      // Of those that came when the first had ended, nothing may be left either.
      const { lines } = await runWriter([...args, String(wrote === 1 ? steps.length : 0)])
      await assertWhole(steps, wrote === 1 ? steps.length : 0, lines[0]?.split(' ').slice(1) ?? [], `round ${round}`)
      expect(lines.at(-1)).toBe(`done ${await undisturbed(steps, steps.length)}`)
    }
  }),
)
