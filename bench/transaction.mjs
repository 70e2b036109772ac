// The page of a transaction with thirty accounts: what it takes on top of the node's own time, when it is read for the first
// time and when it is remembered. Issue 26, Must show 5.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle, SERVER_ALIAS } from '../scripts/bundle.mjs'
import { latencies, quantile } from './load.mjs'
import { root, withLeafscan } from './processes.mjs'
import { rounded } from './report.mjs'

export const title = 'transaction: its page on top of the node’s own time'

/** Milliseconds that the page may take on top of the node's own time. */
const MOST_MS = 50
const ROUNDS = 100
const WARM_UP = 20

export async function run() {
  await bundle('bench/made-transactions.ts', 'dist/bench-made-transactions.mjs', { alias: SERVER_ALIAS })
  const { serveTransactions } = await import(pathToFileURL(path.join(root, 'dist', 'bench-made-transactions.mjs')).href)
  const made = await serveTransactions(ROUNDS + WARM_UP)
  /** @param {number} n */
  const signature = (n) => made.signatures[n % made.signatures.length]
  const config = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 1 }
  const node = {
    url: made.nodeUrl,
    /** @param {number} n */
    body: (n) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTransaction', params: [signature(n), config] }),
  }
  try {
    return await withLeafscan(
      async ({ url }) => {
        const first = { url, path: (/** @type {number} */ n) => `/tx/${signature(n)}` }
        const bounds = { rounds: ROUNDS, warmUp: WARM_UP, ms: 60_000 }
        const [ofNode = [], empty = [], cold = []] = await latencies([node, { url, path: '/help' }, first], bounds)
        const [warm = [], json = []] = await latencies(
          [first, { url, path: (/** @type {number} */ n) => `/api/v1/transaction?signature=${signature(n)}` }],
          bounds,
        )
        /** @param {number[]} times */
        const shown = (times) => [quantile(times, 0.05), quantile(times, 0.5), quantile(times, 0.99)].map(rounded)
        const onTop = quantile(cold, 0.5) - quantile(ofNode, 0.5)
        return {
          tables: [
            {
              title: `a transaction of ${made.accounts} accounts, in ms`,
              columns: ['request', 'p5', 'p50', 'p99'],
              rows: [
                ['the node alone', ...shown(ofNode)],
                ['a page that requests nothing', ...shown(empty)],
                ['page, read for the first time', ...shown(cold)],
                ['page, remembered', ...shown(warm)],
                ['JSON, remembered', ...shown(json)],
              ],
            },
          ],
          notes: [`first page on top of the node: ${rounded(onTop)} ms (p50)`],
          missed: onTop > MOST_MS ? [`${rounded(onTop)} ms on top of the node's time, allowed ${MOST_MS}`] : [],
        }
      },
      { INDEXER_URL: `made=${made.indexerUrl}`, CHAIN_URL: `made=${made.nodeUrl}` },
    )
  } finally {
    await made.stop()
  }
}
