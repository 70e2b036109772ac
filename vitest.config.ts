import os from 'node:os'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Which files run: `x.test.ts` at every commit, `x.slow.test.ts` in the gate, `x.nightly.test.ts` at night. docs/testing.md */
const suite = process.env.SUITE ?? 'quick'
const slow = suite !== 'quick'

/** Files that take longest, however short they are: begun first, so that nothing waits for them alone. */
const LONGEST = /kill|load|disk|alerts|container/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => Number(!LONGEST.test(moduleId))
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

const TESTS = '**/*.test.{ts,tsx}'

/** Test files that share what their modules remember, or do not. A process for each costs half a second of its time. */
function project(name: string, include: string[], isolate: boolean): TestProjectConfiguration {
  const exclude = ['**/node_modules/**', ...(slow ? [] : ['**/*.{slow,nightly}.test.ts'])]
  const shared = {
    restoreMocks: true,
    unstubGlobals: true,
    setupFiles: ['./lib/testing/setup.ts', './scripts/nothing-runs-on.ts'],
  }
  return { extends: true, test: { name, include, exclude, isolate, ...(!isolate && shared) } }
}

export default defineConfig({
  resolve: {
    alias: { '@': import.meta.dirname, 'server-only': `${import.meta.dirname}/node_modules/server-only/empty.js` },
  },
  test: {
    // No test writes into the folder of whoever works here: there is no history unless a test names a folder.
    env: { DATA_DIR: '/dev/null/none' },
    setupFiles: ['./lib/testing/setup.ts'],
    projects: slow
      ? [project(suite, [`{deploy,lib}/**/*.${suite}.test.ts`], true)]
      : [
          // The gateway has one memory for its process.
          project('gateway', [`{app/api,lib/gateway}/${TESTS}`], true),
          project(
            'others',
            [`{app/!(api),bench,components,deploy,scripts,lib/!(gateway)}/${TESTS}`, 'lib/*.test.ts'],
            false,
          ),
        ],
    // Tests of faults and processes wait more than they compute: twice as many as cores.
    maxWorkers: 2 * os.availableParallelism(),
    // Property tests share two cores with others: a busy machine must not fail them.
    testTimeout: slow ? 900_000 : 30_000,
    hookTimeout: slow ? 120_000 : 10_000,
    // Tests of many processes by the clock: one stall of the machine fails a try. The count at the end names second tries.
    retry: slow ? 1 : 0,
    sequence: { sequencer: LongestFirst },
  },
})
