// How long the embedded indexer takes for each operation over HTTP, beside a bare node:http server that sends the same
// bytes: the ratio says what looking up and writing down costs, whatever the machine is doing.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { buildIndexer } from '../scripts/bundle.mjs'
import { ask, latencies, quantile } from './load.mjs'
import { withIndexer } from './processes.mjs'
import { rounded } from './report.mjs'
import { askIndexer, BUSY_DELEGATE, CONSUMED_ACCOUNT, examplePath, rpc, TOKEN_PROGRAM } from './sandbox.mjs'

export const title = "each operation's answer time over HTTP on the sandbox"

const BY_OWNER = 'getCompressedAccountsByOwner'
const BY_DELEGATE = 'getCompressedTokenAccountsByDelegate'
const OF_ACCOUNT = 'getCompressionSignaturesForAccount'
const LATEST = 'getLatestCompressionSignatures'

export async function run() {
  await buildIndexer()
  return withIndexer('sandbox', async ({ url }) => {
    const bare = await startBareServer()
    try {
      const rows = []
      for (const [label, method, params] of await requests(url)) {
        const target = rpc(url, method, params)
        const bytes = await ask(target)
        const same = { ...target, url: bare.url, path: await bare.offer(bytes) }
        const [indexer, floor] = await latencies([target, same], { rounds: 400, ms: 3_000 })
        const figures = [0.5, 0.95, 0.99].map((share) => rounded(quantile(indexer, share), 2))
        const floorMedian = quantile(floor, 0.5)
        const ratio = rounded(quantile(indexer, 0.5) / floorMedian, 1)
        rows.push([label, bytes.length, indexer.length, ...figures, rounded(floorMedian, 2), ratio])
      }
      return {
        tables: [
          {
            title:
              'Milliseconds from sending a question to the last byte of its answer, one at a time over a kept connection',
            columns: ['question', 'bytes', 'asked', 'p50', 'p95', 'p99', 'bare p50', 'p50 : bare'],
            rows,
          },
        ],
        notes: ['bare: another process that sends the same bytes from memory, asked in turn with the indexer.'],
      }
    } finally {
      bare.stop()
    }
  })
}

async function requests(url) {
  const owner = TOKEN_PROGRAM
  const delegate = BUSY_DELEGATE
  const [offset, bytes] = new URL(examplePath('wallet-tokens'), url).searchParams.get('filter').split(':')
  const filters = [{ memcmp: { offset: Number(offset), bytes } }]
  const cursorBehind = async (method, params) => (await askIndexer(url, method, params)).value.cursor
  const second = await cursorBehind(BY_OWNER, { owner, limit: 1000 })
  const third = await cursorBehind(BY_OWNER, { owner, limit: 1000, cursor: second })
  const old = await cursorBehind(LATEST, { limit: 500 })
  return [
    ['getIndexerHealth', 'getIndexerHealth'],
    ['getIndexerSlot', 'getIndexerSlot'],
    ['byOwner, 50 rows', BY_OWNER, { owner, limit: 50 }],
    ['byOwner, 1000 rows', BY_OWNER, { owner, limit: 1000 }],
    ['byOwner, 50 rows behind 2000', BY_OWNER, { owner, limit: 50, cursor: third }],
    ['byOwner, memcmp filter on a wallet', BY_OWNER, { owner, limit: 1000, filters }],
    ['byOwner, 1000 rows without data', BY_OWNER, { owner, limit: 1000, dataSlice: { offset: 0, length: 0 } }],
    ['byDelegate, 50 rows', BY_DELEGATE, { delegate, limit: 50 }],
    ['byDelegate, all its rows', BY_DELEGATE, { delegate, limit: 1000 }],
    ['signatures of an account', OF_ACCOUNT, { hash: CONSUMED_ACCOUNT }],
    ['latest, 50 rows', LATEST, { limit: 50 }],
    ['latest, 50 rows behind 500', LATEST, { limit: 50, cursor: old }],
    ['latest, 1000 rows or all', LATEST, { limit: 1000 }],
  ]
}

/** The floor, as a process of its own: in this one it would compete with the client for a turn. */
async function startBareServer() {
  const child = fork(path.join(import.meta.dirname, 'bare-server.mjs'))
  const [{ port }] = await once(child, 'message')
  let offered = 0
  return {
    url: `http://127.0.0.1:${port}`,
    /** Puts bytes on offer; answers their path. */
    async offer(bytes) {
      const place = `/${offered++}`
      child.send({ path: place, base64: bytes.toString('base64') })
      await once(child, 'message')
      return place
    },
    stop: () => child.disconnect(),
  }
}
