import { afterEach, expect, it } from 'vitest'
import { killRunning } from './testing/indexer-process'
import { killLoop } from './testing/kill-loop'
import { POSTGRES_BIN, startPostgres } from './testing/postgres'

afterEach(killRunning)

it('300 kills at random moments lose nothing and double nothing', async () => {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31)
  console.log(`KILL_SEED=${seed}`)
  const { undisturbed, killed, effective } = await killLoop({ kills: 300, seed, slots: 6000 })
  expect(killed, `KILL_SEED=${seed}`).toBe(undisturbed)
  expect(effective).toBeGreaterThan(150)
})

it.skipIf(POSTGRES_BIN === null)(
  '100 kills at random moments lose nothing and double nothing on PostgreSQL',
  async () => {
    const seed = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31)
    console.log(`KILL_SEED=${seed}`)
    const server = await startPostgres()
    try {
      const { undisturbed, killed, effective } = await killLoop({ kills: 100, seed, slots: 3000, server })
      expect(undisturbed).toMatch(/^ok [0-9a-f]{64}$/)
      expect(killed, `KILL_SEED=${seed}`).toBe(undisturbed)
      expect(effective).toBeGreaterThan(50)
    } finally {
      await server.stop()
    }
  },
)
