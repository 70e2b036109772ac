// How long the two commands take to be ready over the sandbox, once they are built, beside what Node itself takes to start
// and end in the same round: that tells how quick the machine is just then. Each round has a new data folder.
import { median } from './load.mjs'
import { runToEnd, withIndexer, withLeafscan } from './processes.mjs'
import { rounded } from './report.mjs'

export const title = 'from the command to ready'

const ROUNDS = 7

/** design.md 4.1. */
const MOST_INDEXER_MS = 3_000

/** @type {[label: string, once: () => Promise<number>][]} Milliseconds of one start. */
const STARTS = [
  ['node -e 0', () => timed(() => runToEnd(['-e', '0']))],
  ['npm run indexer', () => withIndexer('', ({ readyMs }) => readyMs)],
  ['npm start', () => withLeafscan(({ readyMs }) => readyMs)],
]

export async function run() {
  // Built, if it is not.
  await withLeafscan(() => {})
  const seen = STARTS.map(([label, once]) => ({ label, once, ms: /** @type {number[]} */ ([]) }))
  for (let n = 0; n < ROUNDS; n++) {
    for (const { once, ms } of seen) ms.push(await once())
  }
  const [node = Number.NaN, indexer = Number.NaN] = seen.map(({ ms }) => median(ms))
  return {
    tables: [
      {
        title: `Milliseconds until the ready line, of ${ROUNDS} rounds; Node: until it has ended`,
        columns: ['command', 'median', 'least', 'most', 'times Node'],
        rows: seen.map(({ label, ms }) => [
          label,
          rounded(median(ms)),
          rounded(Math.min(...ms)),
          rounded(Math.max(...ms)),
          rounded(median(ms) / node, 1),
        ]),
      },
    ],
    notes: ['Without npm itself, which takes some 200 ms to begin either.'],
    missed: indexer > MOST_INDEXER_MS ? [`npm run indexer: ${rounded(indexer)} ms, at most ${MOST_INDEXER_MS}`] : [],
  }
}

/** @param {() => Promise<unknown>} run */
async function timed(run) {
  const began = performance.now()
  await run()
  return performance.now() - began
}
