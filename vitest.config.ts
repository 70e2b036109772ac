import os from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { SEED } from './scripts/seed.ts'

/** Which files run: `x.test.ts` at every commit, `x.slow.test.ts` in the gate, `x.nightly.test.ts` at night. docs/testing.md */
const suite = process.env.SUITE ?? 'quick'
const slow = suite !== 'quick'

/** Files that take longest, however short they are: begun first, so that nothing waits for them alone. */
const LONGEST = /kill|answers|postgres|load|disk|alerts|clients|container/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => Number(!LONGEST.test(moduleId))
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  resolve: {
    alias: { '@': import.meta.dirname, 'server-only': `${import.meta.dirname}/node_modules/server-only/empty.js` },
  },
  test: {
    // No test writes into the folder of whoever works here: there is no history unless a test names a
    // folder, and cursors live on in a new process.
    env: { DATA_DIR: '/dev/null/none', CURSOR_KEY: 'the key of unit tests' },
    setupFiles: ['./lib/testing/setup.ts', ...(slow ? [] : ['./lib/testing/nothing-runs-on.ts'])],
    globalSetup: ['./lib/testing/indexer/one-postgres.ts'],
    include: [`{app,bench,components,deploy,lib,scripts}/**/*.${slow ? `${suite}.` : ''}test.{ts,tsx}`],
    exclude: ['**/node_modules/**', ...(slow ? [] : ['**/*.{slow,nightly}.test.ts'])],
    // A process for each file costs half a second of its time. What a test leaves behind, setup.ts takes away.
    isolate: slow,
    restoreMocks: true,
    unstubGlobals: true,
    // Quick tests compute; those of faults and processes wait as well: twice as many as cores.
    maxWorkers: (slow ? 2 : 1) * os.availableParallelism(),
    // Against what never ends. How long anything takes decides nothing: machines are busy.
    testTimeout: slow ? 900_000 : 120_000,
    hookTimeout: 120_000,
    // Quick ones share processes, so their order may not matter: another seed, another order.
    sequence: slow ? { sequencer: LongestFirst } : { shuffle: { files: true }, seed: SEED },
  },
})
