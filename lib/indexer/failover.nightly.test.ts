import { afterEach, expect } from 'vitest'
import { failover } from '@/lib/testing/indexer/failover'
import { killRunning } from '@/lib/testing/indexer/indexer-process'
import { testWith } from '@/lib/testing/tools'
import { SEED } from '@/scripts/seed'

afterEach(killRunning)

testWith(
  'postgres',
  'a writer that is killed or stopped, again and again, has a successor: no slot is lost or doubled, no read fails',
  async () => {
    const { reads, ...rest } = await failover({
      blows: ['SIGKILL', 'SIGSTOP', 'SIGKILL'],
      blockMs: 150,
      pauseMs: 25,
      seed: SEED,
    })
    expect(rest).toEqual({ failed: [], wentBack: 0, slotsLost: 0, doubled: 0, equal: true })
    expect(reads).toBeGreaterThan(50)
  },
)
