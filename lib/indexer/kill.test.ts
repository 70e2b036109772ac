import { afterEach, expect, it } from 'vitest'
import { killRunning } from '@/lib/testing/indexer/indexer-process'
import { killLoop } from '@/lib/testing/indexer/kill-loop'

afterEach(killRunning)

const KILLS = 50

it(`${KILLS} kills at random moments lose nothing and double nothing`, { timeout: 240_000 }, async () => {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31)
  console.log(`KILL_SEED=${seed}`)
  const { undisturbed, killed } = await killLoop({ kills: KILLS, seed, slots: 1500 })
  expect(undisturbed).toMatch(/^ok [0-9a-f]{64}$/)
  expect(new Set(killed), `KILL_SEED=${seed}`).toEqual(new Set([undisturbed]))
})
