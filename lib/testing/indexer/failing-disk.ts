import path from 'node:path'
import { expect } from 'vitest'
import { forkScript } from './fork-script'
import { inFolder } from './indexer-process'
import { assertWhole, runWriter, undisturbed } from './store-writer-process'
import { injecting } from './tracing'

/**
 * Writes a script of forks while strace injects a fault, e.g. `pwrite64:error=ENOSPC:when=7..9`, then to its end without
 * one. The store holds what was acknowledged, and in the end what an undisturbed run leaves. Answers what the first writer
 * said.
 */
export function writtenUnder(fault: string, script: number): Promise<string[]> {
  return inFolder(async (folder) => {
    const args = [path.join(folder, 'store.sqlite'), String(script)]
    const { lines } = await runWriter([...args, '0'], { before: injecting(fault) })
    const acknowledged = Math.max(0, ...lines.map((line) => Number(/^ack (\d+)$/.exec(line)?.[1] ?? 0)))
    const steps = forkScript(script)
    const again = await runWriter([...args, String(acknowledged)])
    const where = `script ${script}, ${fault}`
    await assertWhole(steps, acknowledged, again.lines[0]?.split(' ').slice(1) ?? [], where)
    expect(again.lines.at(-1), where).toBe(`done ${await undisturbed(steps, steps.length)}`)
    return lines
  })
}

/** True if a failure was noticed: while the file is created and opened the start fails, later ingestion stops and resumes. */
export const failureNoticed = (lines: string[]) =>
  lines.includes('stopped the disk fails') || !lines.some((line) => line.startsWith('done'))
