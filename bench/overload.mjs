// One client asks for the costliest pages and leaves, or stays; readers wait for an indexer that is silent. What others get
// meanwhile, how soon all is well again, and how much memory it takes.
import http from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { isInstalled, startNginx } from '../lib/testing/deploy/start-cache.mjs'
import { freePort } from '../scripts/free-port.mjs'
import { ownerAt, withFakeIndexer } from './fake-indexer.mjs'
import { ask, exchange, quantile } from './load.mjs'
import { residentMb, withLeafscan } from './processes.mjs'
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
  const pageOf = (series, n = 0) => `/owner/${ownerAt(series, n)}`
  const dear = `${pageOf('dear')}?limit=1000`
  await indexer.become({ rows: ROWS, dataBytes: DATA_BYTES })
  const renderMs = await renderOf({ url, path: `${pageOf('dearest')}?limit=1000` })
  await indexer.become({ dataBytes: 32 })
  await renderOf({ url, path: dear })
  await ask({ url, path: '/help' })

  const rows = []
  const under = async (what, load) => rows.push([what, await measured({ url, operator, pid }, load)])
  const readers = (count, pathOf) =>
    Promise.all(Array.from({ length: count }, (_, n) => exchange({ url, path: pathOf(n) }).catch(() => null)))
  await under(`${LEFT} readers leave after ${LEFT_AFTER_MS} ms`, () =>
    Promise.all(Array.from({ length: LEFT }, () => leaveAfter(url + dear))),
  )
  if (isInstalled('nginx')) {
    const nginx = await startNginx([url], { trustForwardedFor: true })
    try {
      const what = `${RATE} readers a second leave after ${LEFT_AFTER_MS} ms, through nginx`
      await under(what, () => leavers(nginx.url + dear))
    } finally {
      await nginx.stop()
    }
  }
  await indexer.become({ dataBytes: DATA_BYTES })
  await under(`${LARGE} readers of ${ROWS} rows of ${DATA_BYTES} bytes`, () =>
    readers(LARGE, () => `${pageOf('large')}?limit=1000`),
  )
  await indexer.become({ dataBytes: 32, hangs: true })
  await under(`${HANGING} readers wait for a silent indexer`, () => readers(HANGING, (n) => pageOf('hanging', n)))
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
async function measured({ url, operator, pid }, load) {
  let over = false
  const [operatorTimes, portTimes, otherTimes, memory] = [[], [], [], []]
  const every = async (ms, times, probe) => {
    while (!over) {
      times.push(await probe())
      await setTimeout(ms)
    }
  }
  const probes = [
    every(20, operatorTimes, () => timeOf(() => ask({ url: operator, path: '/healthz' }))),
    every(20, portTimes, () => timeOf(() => ask({ url, path: '/healthz' }))),
    every(100, otherTimes, () => timeOf(() => ask({ url, path: '/help' }))),
    every(100, memory, () => residentMb(pid)),
  ]
  await setTimeout(100)
  const answers = await load()
  const recoveredMs = await timeOf(async () => {
    await ask({ url, path: '/help' })
    await ask({ url, path: '/healthz' })
  })
  over = true
  await Promise.all(probes)
  operatorTimes.sort((a, b) => a - b)
  const counts = new Map()
  for (const { status } of answers.map((answer) => answer ?? { status: 'left' })) {
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  return {
    operatorP99: quantile(operatorTimes, 0.99),
    portMs: Math.max(...portTimes),
    otherMs: Math.max(...otherTimes),
    rssMb: Math.max(...memory),
    recoveredMs,
    statuses: Array.from(counts, ([status, count]) => `${count} × ${status}`).join(', '),
  }
}

async function timeOf(act) {
  const began = performance.now()
  await act()
  return performance.now() - began
}

/** Asks on a connection of its own, and resets it. */
async function leaveAfter(url, headers = {}) {
  const request = http.get(url, { agent: false, headers }, (response) => response.resume())
  request.on('error', () => {})
  await setTimeout(LEFT_AFTER_MS)
  request.socket?.resetAndDestroy()
  return null
}

/** So many readers a second, each a client of its own, who leave soon. */
async function leavers(url) {
  const left = []
  for (let n = 0; n < RATE * RATE_SECONDS; n++) {
    left.push(leaveAfter(url, { 'x-forwarded-for': `10.0.${n >> 8}.${n & 255}` }))
    await setTimeout(1_000 / RATE)
  }
  return Promise.all(left)
}
