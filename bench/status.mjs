// 90 days of status history: how large it is, how fast any range is read, what recording a check costs, and when
// /status shows all of it.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle } from '../scripts/bundle.mjs'
import { withFakeIndexer } from './fake.mjs'
import { ask, median, quantile } from './load.mjs'
import { root, withLeafscan, withTemporaryFolder } from './processes.mjs'
import { rounded } from './report.mjs'

export const title = 'ninety days of status history'

/** Issue 6, "Must show" 5. */
const PAGE_MS = 500
const STORE_BYTES = 50_000_000

const NETWORKS = ['mainnet-beta', 'devnet', 'testnet']
const DAYS = 90
const HOUR_MS = 3_600_000
const RANGES = {
  '1 h': HOUR_MS,
  '24 h': 24 * HOUR_MS,
  '7 d': 168 * HOUR_MS,
  '30 d': 720 * HOUR_MS,
  '90 d': 2_160 * HOUR_MS,
}
const READS = 41
const CHECKS = 5_000
const PAGES = 15

export async function run() {
  await bundle('bench/made-history.ts', 'dist/bench-made-history.mjs')
  const made = await import(pathToFileURL(path.join(root, 'dist', 'bench-made-history.mjs')).href)
  const missed = []
  const sizes = []
  const reads = []
  const costs = []
  const pages = []
  for (const networks of [NETWORKS.slice(0, 1), NETWORKS]) {
    await withTemporaryFolder(async (folder) => {
      const label = `${networks.length} ${networks.length === 1 ? 'network' : 'networks'}`
      made.writeHistory(folder, { networks, days: DAYS, endMs: Date.now() })
      for (const row of readTimes(made, folder, networks)) reads.push([label, ...row])
      pages.push(...(await pageTimes(folder, networks, label)))
      costs.push([label, ...insertionCosts(made, folder, networks)])
      // What the looks have left is counted, too.
      const bytes = fs.readdirSync(folder).reduce((sum, name) => sum + fs.statSync(path.join(folder, name)).size, 0)
      sizes.push([label, rounded(bytes / 1e6, 1), STORE_BYTES / 1e6, bytes <= STORE_BYTES ? 'within' : 'OVER'])
      if (bytes > STORE_BYTES) missed.push(`the store of ${label} takes ${bytes} bytes`)
    })
  }
  for (const [what, networks, , middle] of pages) {
    if (middle > PAGE_MS) missed.push(`${what} of ${networks} stands there after ${middle} ms`)
  }
  return {
    tables: [
      { title: `Size of ${DAYS} days, a look each 5 s`, columns: ['store', 'MB', 'at most', ''], rows: sizes },
      {
        title: 'Reading a range in ms, in the process',
        columns: ['store', 'range', 'points asked', 'points', 'step s', 'median', '95 %'],
        rows: reads,
      },
      {
        title: 'Whole answers over HTTP in ms',
        columns: ['asked', 'store', 'kB', 'median', 'slowest', 'at most', ''],
        rows: pages,
      },
      {
        title: `Keeping a look in ms: ${CHECKS} looks of each network`,
        columns: ['store', 'median', '99 %', 'slowest', 'CPU ms a look'],
        rows: costs,
      },
    ],
    notes: [
      `Every range is read ${READS} times and every page ${PAGES} times; the first page of a process is among the slowest.`,
      'Slowest look: the one in some hundreds with which the log is folded into the file, which waits for the disk.',
    ],
    missed,
  }
}

function readTimes(made, folder, networks) {
  const keeper = new made.Keeper(folder)
  const now = Date.now()
  const network = networks.at(-1)
  const rows = []
  for (const [range, ms] of Object.entries(RANGES)) {
    for (const points of [360, 1_000]) {
      const times = []
      let history
      for (let n = 0; n < READS; n++) {
        const began = performance.now()
        history = keeper.history(network, { fromMs: now - ms - n, toMs: now - n, points })
        times.push(performance.now() - began)
      }
      times.sort((a, b) => a - b)
      if (history.points.length === 0) throw new Error(`nothing is told of ${range}`)
      rows.push([
        range,
        points,
        history.points.length,
        history.stepSeconds,
        ...[0.5, 0.95].map((q) => rounded(quantile(times, q))),
      ])
    }
  }
  keeper.close()
  return rows
}

function insertionCosts(made, folder, networks) {
  const keeper = new made.Keeper(folder)
  const times = []
  const cpu = process.cpuUsage()
  const began = Date.now()
  for (let n = 0; n < CHECKS; n++) {
    for (const network of networks) {
      const at = began + n * 5_000
      const check = { at, says: 'ok', verdict: 'ok', summary: 'ok', slot: 600_000_000 + n, lag: null, text: 'ok' }
      const started = performance.now()
      keeper.record(network, { ...check, latencyMs: 30, headAgeMs: 2_000, intervalMs: 5_000 })
      times.push(performance.now() - started)
    }
  }
  const { user, system } = process.cpuUsage(cpu)
  times.sort((a, b) => a - b)
  const { recordedBy, reason } = keeper.history(networks[0], { fromMs: began, toMs: began + 1, points: 1 })
  keeper.close()
  if (recordedBy !== 'this') throw new Error(`not recorded: ${reason}`)
  const perCheck = rounded((user + system) / 1000 / times.length, 3)
  return [...[0.5, 0.99].map((q) => rounded(quantile(times, q), 3)), rounded(Math.max(...times), 1), perCheck]
}

/** The explorer over this store, with an indexer behind it that answers at once. */
function pageTimes(folder, networks, label) {
  return withFakeIndexer(({ url }) =>
    withLeafscan(
      async (leafscan) => {
        const rows = []
        const cluster = networks.at(-1)
        const from = () => new Date(Date.now() - DAYS * 86_400_000).toISOString()
        for (const [what, address] of [
          ['/status, 90 days', () => `/status?cluster=${cluster}&range=90d`],
          ['/api/v1/status/history, 90 days', () => `/api/v1/status/history?cluster=${cluster}&from=${from()}`],
          ['/api/v1/status/history, CSV', () => `/api/v1/status/history?cluster=${cluster}&from=${from()}&format=csv`],
        ]) {
          const times = []
          let bytes = 0
          for (let n = 0; n < PAGES; n++) {
            const began = performance.now()
            bytes = (await ask({ url: leafscan.url, path: address() })).length
            times.push(performance.now() - began)
          }
          const middle = rounded(median(times), 0)
          rows.push([
            what,
            label,
            rounded(bytes / 1e3, 0),
            middle,
            rounded(Math.max(...times), 0),
            PAGE_MS,
            middle <= PAGE_MS ? 'within' : 'OVER',
          ])
        }
        return rows
      },
      { DATA_DIR: folder, METRICS_PORT: '', INDEXER_URL: networks.map((name) => `${name}=${url}`).join(',') },
    ),
  )
}
