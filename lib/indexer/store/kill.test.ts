import { expect, it } from 'vitest'
import { killWriter } from '../testing/kill-writer'

it('12 kills at named points and random moments, forks included, leave whole steps', { timeout: 120_000 }, async () => {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31)
  console.log(`KILL_SEED=${seed}`)
  const deaths = await killWriter({ kills: 12, seed })
  expect(deaths.get('a random moment')).toBeGreaterThan(0)
  expect(deaths.size).toBeGreaterThan(2)
})
