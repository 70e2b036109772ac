import { expect, it } from 'vitest'
import { FATAL_POINTS } from '../testing/fatal-points'
import { killWriter } from '../testing/kill-writer'

it('320 kills at named points and random moments, forks included, leave whole steps', async () => {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31)
  console.log(`KILL_SEED=${seed}`)
  const deaths = await killWriter({ kills: 320, seed })
  console.log(Object.fromEntries(deaths))
  expect(deaths.get('a random moment')).toBeGreaterThan(100)
  expect([...deaths.keys()]).toEqual(expect.arrayContaining(Object.keys(FATAL_POINTS)))
})
