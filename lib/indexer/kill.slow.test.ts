import { afterEach, expect, it } from 'vitest'
import { killRunning } from '@/lib/testing/indexer/indexer-process'
import { killLoop } from '@/lib/testing/indexer/kill-loop'
import { POSTGRES_BIN, startPostgres } from '@/lib/testing/indexer/postgres'

afterEach(killRunning)

/** What is lost once is lost: no second try. */
const ONCE = { retry: 0 }

it('120 kills at random moments lose nothing and double nothing', ONCE, async () => {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31)
  console.log(`KILL_SEED=${seed}`)
  const { undisturbed, killed } = await killLoop({ kills: 120, seed, slots: 3000 })
  expect(undisturbed).toMatch(/^ok [0-9a-f]{64}$/)
  expect(new Set(killed), `KILL_SEED=${seed}`).toEqual(new Set([undisturbed]))
})

it.skipIf(POSTGRES_BIN === null)(
  '60 kills at random moments lose nothing and double nothing on PostgreSQL',
  ONCE,
  async () => {
    const seed = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31)
    console.log(`KILL_SEED=${seed}`)
    const server = await startPostgres()
    try {
      const { undisturbed, killed } = await killLoop({ kills: 60, seed, slots: 1500, server })
      expect(undisturbed).toMatch(/^ok [0-9a-f]{64}$/)
      expect(new Set(killed), `KILL_SEED=${seed}`).toEqual(new Set([undisturbed]))
    } finally {
      await server.stop()
    }
  },
)
