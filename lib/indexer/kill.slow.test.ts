import { afterEach, expect, it } from 'vitest'
import { killRunning } from './testing/indexer-process'
import { killLoop } from './testing/kill-loop'

afterEach(killRunning)

it('300 kills at random moments lose nothing and double nothing', async () => {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31)
  console.log(`KILL_SEED=${seed}`)
  const { undisturbed, killed, effective } = await killLoop({ kills: 300, seed, slots: 6000 })
  expect(killed, `KILL_SEED=${seed}`).toBe(undisturbed)
  expect(effective).toBeGreaterThan(150)
})
