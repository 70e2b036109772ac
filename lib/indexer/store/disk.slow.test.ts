import path from 'node:path'
import { expect, it } from 'vitest'
import { forkScript } from '@/lib/testing/indexer/fork-script'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { assertWhole, runWriter, undisturbed } from '@/lib/testing/indexer/store-writer-process'
import { describeWith } from '@/lib/testing/tools'

/* strace makes system calls fail, or kills in the middle of one. facts/reliability.md (c) D11 and F52. */

/** Its call counts come from `strace -c`: 29 syncs, some 2,700 writes. */
const SCRIPT = 20_261_123

/** @param fault for strace, e.g. `pwrite64:error=ENOSPC:when=7..9`. Returns the output of the writer that met it. */
function writtenUnder(fault: string): Promise<string[]> {
  return inFolder(async (folder) => {
    const args = [path.join(folder, 'store.sqlite'), String(SCRIPT)]
    // -D: strace is not the parent, so signals and exit codes are those of the traced process.
    const tracer = ['strace', '-D', '-f', '-qq', '-o', '/dev/null', '--seccomp-bpf']
    tracer.push('-e', `trace=${fault.split(':')[0]}`, '-e', `inject=${fault}`)
    const { lines } = await runWriter([...args, '0'], { before: tracer })
    const acknowledged = Math.max(0, ...lines.map((line) => Number(/^ack (\d+)$/.exec(line)?.[1] ?? 0)))
    const steps = forkScript(SCRIPT)
    const again = await runWriter([...args, String(acknowledged)])
    await assertWhole(steps, acknowledged, again.lines[0]?.split(' ').slice(1) ?? [], fault)
    expect(again.lines.at(-1), fault).toBe(`done ${await undisturbed(steps, steps.length)}`)
    return lines
  })
}

/** During creation and opening the start fails; later, ingestion stops and resumes. */
const failureNoticed = (lines: string[]) =>
  lines.includes('stopped the disk fails') || !lines.some((line) => line.startsWith('done'))

describeWith('strace', 'a disk that fails', () => {
  it.each([
    ['while the store is made', 1],
    ['while the log is folded in', 9],
  ])('to make things lasting %s is heard, and nothing is lost', async (_, nth) => {
    expect(failureNoticed(await writtenUnder(`fsync,fdatasync:error=EIO:when=${nth}`))).toBe(true)
  })

  it('and is full for a while stops the writer, which goes on by itself', async () => {
    const lines = await writtenUnder('pwrite64:error=ENOSPC:when=300..320')
    expect(lines).toContain('stopped the disk is full')
    expect(lines.at(-1)).toMatch(/^done /)
  })

  it.each([
    ['while the store is made', 5],
    ['of a step', 150],
    ['of a later step', 700],
  ])('and a kill in the middle of a write %s leave whole steps', async (_, nth) => {
    await writtenUnder(`pwrite64:signal=SIGKILL:when=${nth}`)
  })
})
