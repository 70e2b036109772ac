import { expect, it } from 'vitest'
import { failureNoticed, writtenUnder } from '@/lib/testing/indexer/failing-disk'
import { randomFrom } from '@/lib/testing/indexer/random'
import { describeWith } from '@/lib/testing/tools'
import { SEED } from '@/scripts/seed'

/* disk.slow.test.ts at many places. */

const HOURS = 3_600_000

describeWith('strace', `a disk that fails (TEST_SEED=${SEED})`, () => {
  const random = randomFrom(SEED)
  const scripts = Array.from({ length: 20 }, () => Math.floor(random() * 2 ** 31))

  it('to make things lasting is heard, and nothing is lost', { timeout: HOURS }, async () => {
    let noticed = 0
    for (const [i, script] of scripts.entries()) {
      if (failureNoticed(await writtenUnder(`fsync,fdatasync:error=EIO:when=${i + 1}`, script))) noticed++
    }
    expect(noticed).toBeGreaterThan(scripts.length / 2)
  })

  it('and is full for a while stops the writer, which goes on by itself', { timeout: HOURS }, async () => {
    let stopped = 0
    for (const script of scripts.slice(0, 10)) {
      const first = 60 + Math.floor(random() * 600)
      const lines = await writtenUnder(`pwrite64:error=ENOSPC:when=${first}..${first + 20}`, script)
      if (!lines.includes('stopped the disk is full')) continue
      stopped++
      expect(lines.at(-1)).toMatch(/^done /)
    }
    expect(stopped).toBeGreaterThan(5)
  })

  it('and a kill in the middle of a write, the folding in of the log included, leave whole steps', {
    timeout: HOURS,
  }, async () => {
    for (let kill = 0; kill < 40; kill++) {
      const script = scripts[kill % scripts.length] ?? 0
      await writtenUnder(`pwrite64:signal=SIGKILL:when=${1 + Math.floor(random() * 900)}`, script)
    }
  })
})
