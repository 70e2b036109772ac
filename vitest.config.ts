import os from 'node:os'
import { defineConfig } from 'vitest/config'

/** `npm run test:slow` runs the other half: `*.slow.test.ts`. */
const slow = process.env.SLOW_TESTS === '1'

export default defineConfig({
  resolve: {
    alias: { '@': import.meta.dirname, 'server-only': `${import.meta.dirname}/node_modules/server-only/empty.js` },
  },
  test: {
    // No test writes into the folder of whoever works here: there is no history unless a test names a folder.
    env: { DATA_DIR: '/dev/null/none' },
    include: slow
      ? ['{deploy,lib}/**/*.slow.test.ts']
      : ['{app,bench,components,deploy,lib,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', ...(slow ? [] : ['**/*.slow.test.ts'])],
    // Tests of faults and processes wait more than they compute: twice as many as cores.
    maxWorkers: 2 * os.availableParallelism(),
    // Property tests share two cores with others: a busy machine must not fail them.
    testTimeout: slow ? 900_000 : 30_000,
    hookTimeout: slow ? 120_000 : 10_000,
    // Tests of many processes by the clock: one stall of the machine fails a try. The count at the end names second tries.
    retry: slow ? 1 : 0,
  },
})
