import { afterEach, expect, it } from 'vitest'
import { killRunning } from './testing/indexer-process'
import { killLoop } from './testing/kill-loop'
import { POSTGRES_BIN, startPostgres } from './testing/postgres'

afterEach(killRunning)

/** What is lost once is lost: no second try. */
const ONCE = { retry: 0 }

it('120 kills at random moments lose nothing and double nothing', ONCE, async () => {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31)
  console.log(`KILL_SEED=${seed}`)
  const { undisturbed, killed, effective } = await killLoop({ kills: 120, seed, slots: 6000 })
  expect(killed, `KILL_SEED=${seed}`).toBe(undisturbed)
  expect(effective).toBeGreaterThan(30)
})

it.skipIf(POSTGRES_BIN === null)(
  '60 kills at random moments lose nothing and double nothing on PostgreSQL',
  ONCE,
  async () => {
    const seed = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31)
    console.log(`KILL_SEED=${seed}`)
    const server = await startPostgres()
    try {
      const { undisturbed, killed, effective } = await killLoop({ kills: 60, seed, slots: 3000, server })
      expect(undisturbed).toMatch(/^ok [0-9a-f]{64}$/)
      expect(killed, `KILL_SEED=${seed}`).toBe(undisturbed)
      expect(effective).toBeGreaterThan(15)
    } finally {
      await server.stop()
    }
  },
)
