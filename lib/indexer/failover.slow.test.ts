import { afterEach, expect, it } from 'vitest'
import { failover } from '@/lib/testing/indexer/failover'
import { killRunning } from '@/lib/testing/indexer/indexer-process'
import { POSTGRES_BIN } from '@/lib/testing/indexer/postgres'

/*
 * On PostgreSQL: the writer killed or stopped under load, the standby writing within seconds, no slot lost or doubled,
 * reads never failing.
 */

afterEach(killRunning)

it.skipIf(POSTGRES_BIN === null)(
  'a writer that is killed or stopped has a successor',
  { timeout: 300_000 },
  async () => {
    const seed = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31)
    console.log(`KILL_SEED=${seed}`)
    const { takeovers, reads, ...rest } = await failover({
      blows: ['SIGKILL', 'SIGSTOP', 'SIGKILL'],
      blockMs: 150,
      seed,
    })
    expect(rest).toEqual({ failed: [], wentBack: 0, slotsLost: 0, doubled: 0, equal: true })
    // The server takes the right from a writer that has said nothing for eight seconds; a busy machine gets some more.
    for (const { blow, untilStored } of takeovers) expect(untilStored).toBeLessThan(blow === 'SIGKILL' ? 10 : 15)
    expect(reads).toBeGreaterThan(1000)
  },
)
