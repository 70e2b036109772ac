import { expect, it } from 'vitest'
import { failureNoticed, writtenUnder } from '@/lib/testing/indexer/failing-disk'
import { describeWith } from '@/lib/testing/tools'

/*
 * A disk that fails under a store that follows forks: strace makes system calls fail, or kills in the middle of one. Each
 * once; many times at night: disk.nightly.test.ts. facts/reliability.md (c) D11 and F52.
 */

/** Its numbers of calls were counted with `strace -c`: 29 to make things lasting, some 2,700 writes. */
const SCRIPT = 20_261_123

describeWith('strace', 'a disk that fails', () => {
  it.each([
    ['while the store is made', 1],
    ['while the log is folded in', 9],
  ])('to make things lasting %s is heard, and nothing is lost', async (_, nth) => {
    expect(failureNoticed(await writtenUnder(`fsync,fdatasync:error=EIO:when=${nth}`, SCRIPT))).toBe(true)
  })

  it('and is full for a while stops the writer, which goes on by itself', async () => {
    const lines = await writtenUnder('pwrite64:error=ENOSPC:when=300..320', SCRIPT)
    expect(lines).toContain('stopped the disk is full')
    expect(lines.at(-1)).toMatch(/^done /)
  })

  it.each([
    ['while the store is made', 5],
    ['of a step', 150],
    ['of a later step', 700],
  ])('and a kill in the middle of a write %s leave whole steps', async (_, nth) => {
    await writtenUnder(`pwrite64:signal=SIGKILL:when=${nth}`, SCRIPT)
  })
})
