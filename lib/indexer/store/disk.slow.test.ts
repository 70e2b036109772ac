import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { forkScript } from '@/lib/testing/indexer/fork-script'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { assertWhole, runWriter, undisturbed } from '@/lib/testing/indexer/kill-writer'
import { randomFrom } from '@/lib/testing/indexer/random'
import { canInject, injecting } from '@/lib/testing/indexer/tracing'

/*
 * A disk that fails under a store that follows forks: strace makes system calls fail, or kills in the middle of one.
 * facts/reliability.md (c) D11 and F52.
 */

const traced = canInject()
if (!traced) console.log('strace is missing or may not trace here: a failing disk is not tried')

const seed = Number(process.env.KILL_SEED ?? Date.now() % 2 ** 31)

/** Writes a script under an injected fault, then without one. Answers what the first writer said. */
function written(fault: string, script: number): Promise<string[]> {
  return inFolder(async (folder) => {
    const args = [path.join(folder, 'store.sqlite'), String(script)]
    const { lines } = await runWriter([...args, '0'], { before: injecting(fault) })
    const acknowledged = Math.max(0, ...lines.map((line) => Number(/^ack (\d+)$/.exec(line)?.[1] ?? 0)))
    const steps = forkScript(script)
    const again = await runWriter([...args, String(acknowledged)])
    await assertWhole(steps, acknowledged, again.lines[0]?.split(' ').slice(1) ?? [], `KILL_SEED=${seed}, ${fault}`)
    expect(again.lines.at(-1), fault).toBe(`done ${await undisturbed(steps, steps.length)}`)
    return lines
  })
}

// What is lost once is lost: no second try.
describe.skipIf(!traced)(`a disk that fails (KILL_SEED=${seed})`, { retry: 0 }, () => {
  const random = randomFrom(seed)
  const scripts = Array.from({ length: 20 }, () => Math.floor(random() * 2 ** 31))

  it('to make things lasting is heard, and nothing is lost', async () => {
    let heard = 0
    for (const [i, script] of scripts.entries()) {
      const lines = await written(`fsync,fdatasync:error=EIO:when=${i + 1}`, script)
      // While the file is made and opened the start fails; later ingestion stops and goes on.
      if (lines.includes('stopped the disk fails') || !lines.some((line) => line.startsWith('done'))) heard++
    }
    expect(heard).toBeGreaterThan(scripts.length / 2)
  })

  it('and is full for a while stops the writer, which goes on by itself', async () => {
    let stopped = 0
    for (const script of scripts.slice(0, 10)) {
      const first = 60 + Math.floor(random() * 600)
      const lines = await written(`pwrite64:error=ENOSPC:when=${first}..${first + 20}`, script)
      if (!lines.includes('stopped the disk is full')) continue
      stopped++
      expect(lines.at(-1)).toMatch(/^done /)
    }
    expect(stopped).toBeGreaterThan(5)
  })

  it('and a kill in the middle of a write, the folding in of the log included, leave whole steps', async () => {
    for (let kill = 0; kill < 40; kill++) {
      const script = scripts[kill % scripts.length] ?? 0
      await written(`pwrite64:signal=SIGKILL:when=${1 + Math.floor(random() * 900)}`, script)
    }
  })
})
