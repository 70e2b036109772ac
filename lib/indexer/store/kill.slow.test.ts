import { expect, it } from 'vitest'
import { FATAL_POINTS } from '../testing/fatal-points'
import { forkScript } from '../testing/fork-script'
import { inFolder } from '../testing/indexer-process'
import { assertWhole, killWriter, runWriter, undisturbed } from '../testing/kill-writer'

it('320 kills at named points and random moments, forks included, leave whole steps', async () => {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31)
  console.log(`KILL_SEED=${seed}`)
  const deaths = await killWriter({ kills: 320, seed })
  console.log(Object.fromEntries(deaths))
  expect(deaths.get('a random moment')).toBeGreaterThan(100)
  expect([...deaths.keys()]).toEqual(expect.arrayContaining(Object.keys(FATAL_POINTS)))
})

it('of six writers that make one store at the same moment at most one writes, and what it leaves is whole', () =>
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
      await assertWhole(steps, wrote === 1 ? steps.length : 0, lines[0]?.split(' ') ?? [], `round ${round}`)
      expect(lines.at(-1)).toBe(`done ${undisturbed(steps, steps.length)}`)
    }
  }))
