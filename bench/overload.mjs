// One client asks for the costliest pages and leaves, or stays; readers wait for an indexer that is silent. What others get
// meanwhile, how soon all is well again, and how much memory it takes.
import fs from 'node:fs'
import http from 'node:http'
import { isInstalled, startNginx } from '../lib/testing/deploy/start-cache.mjs'
import { freePort } from '../scripts/free-port.mjs'
import { ownerAt, withFakeIndexer } from './fake.mjs'
import { ask, exchange, quantile } from './load.mjs'
import { withLeafscan } from './processes.mjs'
import { rounded } from './report.mjs'

export const title = 'pages for readers who leave, pages of 8 MB, readers of a silent indexer'

const LEFT = 200
const LEFT_AFTER_MS = 30
const RATE = 30
const RATE_SECONDS = 5
const LARGE = 50
const HANGING = 50

const ROWS = 1_000
const DATA_BYTES = 8_192

/** What is asked for: milliseconds, and megabytes. */
const OPERATOR_P99_MS = 100
const RENDERS = 1.5
const OTHER_MS = 1_000
const RSS_MB = 600
const RECOVERED_MS = 2_000

export async function run() {
  const metrics = await freePort()
  return withFakeIndexer((indexer) =>
    withLeafscan(
      ({ url, serverPid }) => overload({ url, pid: serverPid(), operator: `http://127.0.0.1:${metrics}`, indexer }),
      {
        INDEXER_URL: indexer.url,
        METRICS_PORT: String(metrics),
      },
    ),
  )
}

async function overload({ url, pid, operator, indexer }) {
  const server = { url, operator, rss: () => rssOf(pid) }
  const dear = `/owner/${ownerAt('dear', 0)}?limit=1000`
  const costliest = `/owner/${ownerAt('dearest', 0)}?limit=1000`
  await indexer.become({ rows: ROWS, dataBytes: DATA_BYTES })
  const renderMs = await renderOf({ url, path: costliest })
  await indexer.become({ rows: ROWS, dataBytes: 32 })
  await renderOf({ url, path: dear })
  await ask({ url, path: '/help' })

  const rows = []
  rows.push([
    `${LEFT} readers leave after ${LEFT_AFTER_MS} ms`,
    await measured(server, () =>
      Promise.all(Array.from({ length: LEFT }, () => leaveAfter(url + dear, LEFT_AFTER_MS))),
    ),
  ])
  if (isInstalled('nginx')) {
    const nginx = await startNginx([url], { trustForwardedFor: true })
    try {
      rows.push([
        `${RATE} readers a second leave after ${LEFT_AFTER_MS} ms, through nginx`,
        await measured(server, () => leavers(nginx.url + dear, RATE, RATE_SECONDS)),
      ])
    } finally {
      await nginx.stop()
    }
  }
  await indexer.become({ rows: ROWS, dataBytes: DATA_BYTES })
  const large = `/owner/${ownerAt('large', 0)}?limit=1000`
  rows.push([
    `${LARGE} readers of ${ROWS} rows of ${DATA_BYTES} bytes`,
    await measured(server, () =>
      Promise.all(Array.from({ length: LARGE }, () => exchange({ url, path: large }).catch(() => null))),
    ),
  ])
  await indexer.become({ rows: ROWS, dataBytes: 32, hangs: true })
  rows.push([
    `${HANGING} readers wait for a silent indexer`,
    await measured(server, () =>
      Promise.all(
        Array.from({ length: HANGING }, (_, n) =>
          exchange({ url, path: `/owner/${ownerAt('hanging', n)}` }).catch(() => null),
        ),
      ),
    ),
  ])
  await indexer.become({ hangs: false })

  const missed = rows.flatMap(([what, { operatorP99, portMs, otherMs, rssMb, recoveredMs }]) => [
    ...(operatorP99 > OPERATOR_P99_MS ? [`${what}: /healthz of METRICS_PORT p99 ${rounded(operatorP99, 0)} ms`] : []),
    ...(portMs > RENDERS * renderMs ? [`${what}: /healthz of PORT ${rounded(portMs / renderMs, 1)} renders`] : []),
    ...(otherMs > OTHER_MS ? [`${what}: another reader's page ${rounded(otherMs, 0)} ms`] : []),
    ...(rssMb > RSS_MB ? [`${what}: RSS ${rounded(rssMb, 0)} MB`] : []),
    ...(recoveredMs > RECOVERED_MS ? [`${what}: recovered after ${rounded(recoveredMs, 0)} ms`] : []),
  ])
  return {
    tables: [
      {
        title: `the dearest page alone takes ${rounded(renderMs, 0)} ms`,
        columns: [
          'load',
          `METRICS_PORT /healthz p99 ms (≤ ${OPERATOR_P99_MS})`,
          `PORT /healthz longest, in renders (≤ ${RENDERS})`,
          `another reader's page, longest ms (≤ ${OTHER_MS})`,
          `RSS MB (≤ ${RSS_MB})`,
          `recovered after ms (≤ ${RECOVERED_MS})`,
          'statuses',
        ],
        rows: rows.map(([what, seen]) => [
          what,
          rounded(seen.operatorP99, 1),
          rounded(seen.portMs / renderMs, 2),
          rounded(seen.otherMs, 0),
          rounded(seen.rssMb, 0),
          rounded(seen.recoveredMs, 0),
          seen.statuses,
        ]),
      },
    ],
    missed,
  }
}

/** Milliseconds of the longest of five answers in a row. */
async function renderOf(page) {
  for (let n = 0; n < 3; n++) await ask(page)
  const times = []
  for (let n = 0; n < 5; n++) times.push(await timeOf(() => ask(page)))
  return Math.max(...times)
}

/** What others see while `load` is under way, and until a page is as quick as it was. */
async function measured({ url, operator, rss }, load) {
  let over = false
  let rssMb = 0
  const operatorTimes = []
  const portTimes = []
  const otherTimes = []
  const every = async (ms, probe) => {
    while (!over) {
      await probe()
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
  }
  const probes = [
    every(20, async () => operatorTimes.push(await timeOf(() => ask({ url: operator, path: '/healthz' })))),
    every(20, async () => portTimes.push(await timeOf(() => ask({ url, path: '/healthz' })))),
    every(100, async () => otherTimes.push(await timeOf(() => ask({ url, path: '/help' })))),
    every(100, async () => {
      rssMb = Math.max(rssMb, rss())
    }),
  ]
  await new Promise((resolve) => setTimeout(resolve, 100))
  const answers = await load()
  const began = performance.now()
  await ask({ url, path: '/help' })
  await ask({ url, path: '/healthz' })
  const recoveredMs = performance.now() - began
  over = true
  await Promise.all(probes)
  operatorTimes.sort((a, b) => a - b)
  const counts = Map.groupBy ? Map.groupBy(answers, statusOf) : groupBy(answers)
  return {
    operatorP99: quantile(operatorTimes, 0.99),
    portMs: Math.max(...portTimes),
    otherMs: Math.max(...otherTimes),
    rssMb,
    recoveredMs,
    statuses: Array.from(counts, ([status, list]) => `${list.length} × ${status}`).join(', '),
  }
}

const statusOf = (answer) => answer?.status ?? 'left'

function groupBy(answers) {
  const groups = new Map()
  for (const answer of answers) groups.set(statusOf(answer), [...(groups.get(statusOf(answer)) ?? []), answer])
  return groups
}

async function timeOf(act) {
  const began = performance.now()
  await act()
  return performance.now() - began
}

/** Asks on a connection of its own, and resets it. */
function leaveAfter(url, ms, headers = {}) {
  return new Promise((resolve) => {
    const request = http.get(url, { agent: false, headers }, (response) => response.resume())
    request.on('error', () => {})
    setTimeout(() => {
      request.socket?.resetAndDestroy()
      resolve(null)
    }, ms)
  })
}

/** So many readers a second, each a client of its own, who leave soon. */
async function leavers(url, perSecond, seconds) {
  const left = []
  for (let n = 0; n < perSecond * seconds; n++) {
    left.push(leaveAfter(url, LEFT_AFTER_MS, { 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` }))
    await new Promise((resolve) => setTimeout(resolve, 1_000 / perSecond))
  }
  return Promise.all(left)
}

/** Megabytes that the explorer's process has in memory. NaN where there is no /proc. */
function rssOf(pid) {
  if (pid === null) return Number.NaN
  return (Number(fs.readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4_096) / 1e6
}
