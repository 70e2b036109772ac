import { expect } from 'vitest'
import { forkScript } from './fork-script'
import { inFolder } from './indexer-process'
import { assertWhole, runWriter, undisturbed } from './store-writer-process'

/** Six processes make one store at the same moment: at most one writes, and what it leaves is whole. */
export function writersAtOnce(seed: number): Promise<void> {
  return inFolder(async (folder) => {
    const steps = forkScript(seed)
    const [file, script] = [`${folder}/store.sqlite`, String(seed)]
    const writers = await Promise.allSettled(Array.from({ length: 6 }, () => runWriter([file, script, '0'])))
    const wrote = writers.filter(({ status }) => status === 'fulfilled').length
    for (const writer of writers) {
      if (writer.status === 'rejected') expect(String(writer.reason)).toMatch(/another process holds it|BrokenChain/)
    }
    expect(wrote).toBeLessThanOrEqual(1)
    // Of those that came when the first had ended, nothing may be left either.
    const stored = wrote === 1 ? steps.length : 0
    const { lines } = await runWriter([file, script, String(stored)])
    await assertWhole(steps, stored, lines[0]?.split(' ').slice(1) ?? [], `TEST_SEED=${seed}`)
    expect(lines.at(-1)).toBe(`done ${await undisturbed(steps, steps.length)}`)
  })
}
