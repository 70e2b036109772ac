import { afterEach, expect, it } from 'vitest'
import { failover } from './testing/failover'
import { killRunning } from './testing/indexer-process'
import { POSTGRES_BIN } from './testing/postgres'

/*
 * On PostgreSQL: the writer killed under load, the standby writing within ten seconds, no slot lost or doubled, reads
 * never failing.
 */

afterEach(killRunning)

it.skipIf(POSTGRES_BIN === null)('a writer that is killed has a successor', { timeout: 300_000 }, async () => {
  const seed = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31)
  console.log(`KILL_SEED=${seed}`)
  const { takeovers, reads, ...rest } = await failover({ kills: 2, blockMs: 100, seed })
  expect(rest).toEqual({ failed: [], wentBack: 0, slotsLost: 0, doubled: 0, equal: true })
  for (const { untilWriting, untilStored } of takeovers) {
    expect(untilWriting).toBeLessThan(10)
    expect(untilStored).toBeLessThan(10)
  }
  expect(reads).toBeGreaterThan(1000)
})
