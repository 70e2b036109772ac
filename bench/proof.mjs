// What proofs cost: milliseconds a row, how late the main thread is meanwhile, and what other readers of the explorer
// notice while a whole list is proven. Issue 26, Must show 2.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle, bundleServer, SERVER_ALIAS } from '../scripts/bundle.mjs'
import { ask, latencies, quantile } from './load.mjs'
import { root, withLeafscan } from './processes.mjs'
import { rounded } from './report.mjs'
import { TOKEN_PROGRAM } from './sandbox.mjs'

export const title = 'proofs of rows: milliseconds a row, and what others notice meanwhile'

const ROWS = 1_000
/** Milliseconds by which the main thread may be late at most while a thousand rows are proven. */
const MOST_LATE_MS = 50

export async function run() {
  await bundleServer()
  await bundle('bench/proven-rows.ts', 'dist/bench-proven-rows.mjs', { alias: SERVER_ALIAS })
  const { timesByKind, delayWhileProving } = await import(
    pathToFileURL(path.join(root, 'dist', 'bench-proven-rows.mjs')).href
  )
  /** @type {[string, number][]} */
  const kinds = await timesByKind(ROWS, path.join(root, 'lib/testing/recordings/data'))
  const delay = await delayWhileProving(ROWS, path.join(root, 'dist', 'server-thread.mjs'))
  return withLeafscan(async ({ url }) => {
    const others = { url, path: '/api/v1/getIndexerSlot' }
    const page = { url, path: `/owner/${TOKEN_PROGRAM}?limit=50` }
    const file = { url, path: `/api/v1/getCompressedAccountsByOwner/export?owner=${TOKEN_PROGRAM}&format=csv` }
    await ask(file)
    await latencies([others, page], { rounds: 50 })
    const quiet = await latencies([others, page], { rounds: 200, ms: 10_000 })
    let isProving = true
    const proving = proveAgain(file, () => isProving)
    const busy = await latencies([others, page], { rounds: 200, ms: 10_000 })
    isProving = false
    await proving
    const [slot, shown] = [quiet, busy].map(([one = []]) => one).map(milliseconds)
    const [pageQuiet, pageBusy] = [quiet, busy].map(([, one = []]) => one).map(milliseconds)
    return {
      tables: [
        {
          title: `${ROWS} rows in one thread`,
          columns: ['rows', 'ms a row'],
          rows: kinds.map(([kind, ms]) => [kind, rounded(ms)]),
        },
        {
          title: `the main thread while its proof thread proves ${ROWS} rows, in ms`,
          columns: ['proven in', 'late p50', 'late p99', 'late at most', 'the same rows once more'],
          rows: [[delay.ms, delay.p50, delay.p99, delay.max, delay.rememberedMs].map((ms) => rounded(Math.max(0, ms)))],
        },
        {
          title: 'other readers, in ms: alone, and while an export with proof=true proves its rows',
          columns: ['request', 'p50', 'p99', 'p50 meanwhile', 'p99 meanwhile'],
          rows: [
            ['cached answer of the API', ...(slot ?? []), ...(shown ?? [])],
            ['page of 50 proven rows', ...(pageQuiet ?? []), ...(pageBusy ?? [])],
          ],
        },
      ],
      notes: ['Rows that are remembered are compared field by field, and not proven again.'],
      missed:
        delay.max > MOST_LATE_MS ? [`the main thread was ${rounded(delay.max)} ms late, at most ${MOST_LATE_MS}`] : [],
    }
  })
}

/**
 * Exports the list again and again: a part of the data makes other rows of it, which are proven again.
 * @param {import('./load.mjs').Target & { path: string }} file
 * @param {() => boolean} goesOn
 */
async function proveAgain(file, goesOn) {
  for (let length = 1; goesOn(); length++) {
    const slice = encodeURIComponent(JSON.stringify({ offset: 0, length }))
    await ask({ ...file, path: `${file.path}&proof=true&dataSlice=${slice}` })
  }
}

/** @param {number[]} times */
function milliseconds(times) {
  return [0.5, 0.99].map((share) => rounded(quantile(times, share)))
}
