// A list of 100,000 accounts taken away whole, through the explorer from its embedded indexer: rows a second, and the
// memory of the explorer's server on the way. Issue 4, Must show 1.
import http from 'node:http'
import path from 'node:path'
import { residentMb, runToEnd, withLeafscan, withTemporaryFolder } from './processes.mjs'
import { rounded } from './report.mjs'

export const title = 'an export of 100,000 accounts: rows a second, memory of the server'

const OWNER = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'
/** The token program owns half of these. */
const ACCOUNTS = 204_000
const ROWS = 100_000

/** Each kind of file so many times, one after the other: a million rows and more. */
const ROUNDS = 3
/** MB by which the second half of them may take the server above the first: garbage is collected now and then. */
const GROWTH_MB = 64

/** An export as a link saves it, and as the panel reads it. @type {[name: string, query: string][]} */
const EXPORTS = [
  ['CSV', 'format=csv'],
  ['NDJSON', 'format=ndjson'],
  ['CSV with marks', 'format=csv&marks=true'],
  ['NDJSON with marks', 'format=ndjson&marks=true'],
]

export async function run() {
  return withTemporaryFolder(async (folder) => {
    await runToEnd(['bench/generate-store.mjs', folder, String(ACCOUNTS)])
    const env = { LEDGER: path.join(folder, 'ledger'), DATABASE_URL: `file:${path.join(folder, 'store.sqlite')}` }
    return withLeafscan(measure, env)
  })
}

/** @param {import('./processes.mjs').Leafscan} leafscan */
async function measure({ url, serverPid, cpuMs }) {
  const pid = serverPid()
  if (pid === null) throw new Error('memory is read from /proc, which is not here')
  // Code and pools that the first export of a process needs are no cost of its rows.
  for (const [, query] of EXPORTS.slice(0, 1)) await exported(url, query, pid)
  /** @type {(string | number)[][]} */
  const rows = []
  /** Highest memory of each export. @type {number[]} */
  const peaks = []
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [name, query] of EXPORTS) {
      const cpuBefore = cpuMs()
      const taken = await exported(url, query, pid)
      if (taken.rows < ROWS) throw new Error(`the export ended after ${taken.rows} rows:\n${taken.end}`)
      const { before, peak, after, seconds, bytes } = taken
      peaks.push(Math.round(peak))
      rows.push([
        `${name}, ${round}`,
        taken.rows,
        rounded(bytes / 1e6),
        rounded(seconds),
        Math.round(taken.rows / seconds),
        rounded((cpuMs() - cpuBefore) / (taken.rows / 1_000)),
        ...[before, peak, after].map(Math.round),
      ])
    }
  }
  const half = peaks.length / 2
  const growth = Math.max(...peaks.slice(half)) - Math.max(...peaks.slice(0, half))
  return {
    tables: [
      {
        title: 'whole lists, one after the other in one process; MB of resident memory of the server',
        columns: ['file, round', 'rows', 'MB', 's', 'rows/s', 'CPU ms per 1,000', 'before', 'peak', 'after'],
        rows,
      },
    ],
    notes: [
      `Memory is flat when more rows need no more of it: the second half of all rows peaked ${growth} MB above the first half; at most ${GROWTH_MB} are allowed. What moves it is garbage that is collected now and then.`,
      'Explorer, indexer and client share the cores; rows a second are those of the three together.',
    ],
    missed: growth > GROWTH_MB ? [`the server grew by ${growth} MB while rows went by`] : [],
  }
}

/**
 * Reads an export to its end and throws it away. Memory is the server's, in MB.
 * @param {string} url
 * @param {string} query
 * @param {string} pid
 * @returns {Promise<{ rows: number, bytes: number, end: string, seconds: number, before: number, peak: number, after: number }>}
 */
function exported(url, query, pid) {
  const path = `/api/v1/getCompressedAccountsByOwner/export?owner=${OWNER}&${query}`
  const began = performance.now()
  const memory = { before: residentMb(pid), peak: 0 }
  let [bytes, end] = [0, '']
  return new Promise((resolve, reject) => {
    const request = http.get(url + path, (response) => {
      response.setEncoding('utf8')
      response.on('data', (text) => {
        bytes += Buffer.byteLength(text)
        end = (end + text).slice(-2_000)
        memory.peak = Math.max(memory.peak, residentMb(pid))
      })
      response.on('error', reject)
      response.on('end', () => {
        const rows = Number(/rows"?:\s?(\d+)/.exec(end)?.[1] ?? 0)
        resolve({
          rows,
          bytes,
          end,
          seconds: (performance.now() - began) / 1_000,
          ...memory,
          after: residentMb(pid),
        })
      })
    })
    request.on('error', reject)
  })
}
