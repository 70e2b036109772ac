// What the gateway costs between a reader and the indexer: cached answers against constant route handlers, and what an
// answer that is not cached takes over asking the indexer directly.
import { base58 } from '@scure/base'
import { withBareApp } from './bare-app.mjs'
import { ask, latencies, median, quantile, rate } from './load.mjs'
import { withLeafscan } from './processes.mjs'
import { rounded } from './report.mjs'
import { allRows, rpc, TOKEN_PROGRAM } from './sandbox.mjs'

export const title = 'what the gateway costs: cached rates, uncached latency'

const BY_OWNER = 'getCompressedAccountsByOwner'
const LATEST = 'getLatestCompressionSignatures'

/**
 * What design.md 7 asks for in its row "gateway"; the other budgets stand beside their questions. The table says where
 * one is missed and the run still ends well: on a busy machine times say little.
 */
const CACHED_AT_LEAST = 0.95

const ROUNDS = 7
const ROUND_MS = 400
const CROWD = 64
const CROWD_MS = 5_000

export async function run() {
  return withBareApp((bare) =>
    withLeafscan(async (leafscan) => ({
      tables: [
        await cachedRates(leafscan, bare),
        await upstreamCalls(leafscan),
        await uncachedLatencies(leafscan, bare),
      ],
      notes: [
        'Constants: /healthz is three bytes from the same process; the other is a handler of a bare app of the same framework that sends as many bytes.',
        `Rates: 16 kept connections, ${ROUNDS} rounds of ${ROUND_MS} ms in turn, while the answer is fresh; medians. A ratio is the median over the rounds, each to the constant right before and after.`,
        'CPU: processor time of the server for one answer; where it is known its ratio is judged, since other work on the machine hardly moves it.',
        'Uncached: one question at a time to each in turn, every question another one. best tenth: the same difference between the tenth percentiles, which other work on the machine touches less.',
      ],
    })),
  )
}

async function cachedRates(leafscan, bare) {
  const { url } = leafscan
  const slot = { url, path: '/api/v1/getIndexerSlot' }
  const list = { url, path: `/api/v1/${BY_OWNER}?owner=${TOKEN_PROGRAM}&limit=50` }
  const bytes = { slot: (await ask(slot)).length, list: (await ask(list)).length }
  const targets = {
    healthz: { url, path: '/healthz' },
    slot,
    constantSlot: { url: bare.url, path: `/constant/${bytes.slot}` },
    list,
    constantList: { url: bare.url, path: `/constant/${bytes.list}` },
  }
  // V8 compiles what is hot: the first answers of each are not counted, by number, since seconds may bring few.
  for (const target of Object.values(targets)) {
    for (let answers = 0; answers < 1_000; ) answers += (await rate(target, { ms: 300 })) * 0.3
  }

  const measure = async (name) => {
    const target = targets[name]
    await untilFresh(target)
    const server = target.url === url ? leafscan : bare
    const before = server.cpuMs()
    const perSecond = await rate(target, { ms: ROUND_MS })
    return { perSecond, cpu: (server.cpuMs() - before) / (perSecond * (ROUND_MS / 1000)) }
  }
  /** Rates of an answer and of a constant, A/B/A. */
  const against = async (name, constant) => {
    const answers = []
    const constants = [await measure(constant)]
    for (let n = 0; n < ROUNDS; n++) {
      answers.push(await measure(name))
      constants.push(await measure(constant))
    }
    const around = (n) => (constants[n].perSecond + constants[n + 1].perSecond) / 2
    const mean = (list) => list.reduce((sum, { cpu }) => sum + cpu, 0) / list.length
    return {
      perSecond: [answers, constants].map((list) => Math.round(median(list.map(({ perSecond }) => perSecond)))),
      ratio: rounded(median(answers.map(({ perSecond }, n) => perSecond / around(n))), 2),
      cpu: [mean(answers), mean(constants)],
    }
  }
  const rows = []
  for (const [label, name, constant] of [
    ['getIndexerSlot : /healthz', 'slot', 'healthz'],
    ['getIndexerSlot : constant of as many bytes', 'slot', 'constantSlot'],
    ['byOwner, 50 rows : /healthz', 'list', 'healthz'],
    ['byOwner, 50 rows : constant of as many bytes', 'list', 'constantList'],
  ]) {
    const { perSecond, ratio, cpu } = await against(name, constant)
    const known = Number.isFinite(cpu[0])
    const times = known ? [...cpu.map((ms) => rounded(ms, 2)), rounded(cpu[1] / cpu[0], 2)] : ['', '', '']
    const reached = (known ? cpu[1] / cpu[0] : ratio) >= CACHED_AT_LEAST ? 'within' : 'UNDER'
    rows.push([label, bytes[name], ...perSecond, ratio, ...times, CACHED_AT_LEAST, reached])
  }
  return {
    title: 'Cached answers beside constant route handlers',
    columns: [
      'answer : constant',
      'bytes',
      'per s',
      'constant',
      'ratio',
      'CPU ms',
      'constant CPU ms',
      'CPU ratio',
      'at least',
      '',
    ],
    rows,
  }
}

/** Fresh for this long at least: getIndexerSlot for 1 s, lists for 3 s. */
const FRESH_MS = { '/api/v1/getIndexerSlot': 1_000, [`/api/v1/${BY_OWNER}`]: 3_000 }

/** Waits until the remembered answer stays fresh for a whole round, so that a round measures cached answers alone. */
async function untilFresh(target) {
  const fresh = FRESH_MS[target.path.split('?')[0]]
  for (;;) {
    const text = await ask(target)
    if (fresh === undefined) return
    const left = Date.parse(JSON.parse(text).meta.fetchedAt) + fresh - Date.now()
    if (left > ROUND_MS) return
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, left) + 5))
  }
}

/** Identical readers, many of them, for longer than the answer stays fresh. */
async function upstreamCalls({ url, indexerUrl }) {
  const rows = []
  for (const [label, method, path] of [
    ['latest, 50 rows (fresh for 1 s)', LATEST, `/api/v1/${LATEST}?limit=50`],
    ['byOwner, 50 rows (fresh for 3 s)', BY_OWNER, `/api/v1/${BY_OWNER}?owner=${TOKEN_PROGRAM}&limit=50`],
  ]) {
    const before = (await answered(indexerUrl)).get(method) ?? 0
    const began = performance.now()
    const perSecond = await rate({ url, path }, { connections: CROWD, ms: CROWD_MS })
    // One per second and one at the start; the last readers come home a little after the time is up.
    const allowed = 1 + Math.floor((performance.now() - began) / 1000)
    const calls = ((await answered(indexerUrl)).get(method) ?? 0) - before
    rows.push([label, Math.round(perSecond), calls, allowed, calls <= allowed ? 'within' : 'OVER'])
  }
  return {
    title: `${CROWD} identical readers for ${CROWD_MS / 1000} s, and what of it reached the indexer`,
    columns: ['question', 'answers per s', 'calls', 'at most', ''],
    rows,
  }
}

/** Answers that the indexer has given, by operation. */
async function answered(indexerUrl) {
  const text = String(await ask({ url: indexerUrl, path: '/metrics' }))
  const counts = new Map()
  for (const [, method, count] of text.matchAll(/requests_total\{method="(\w+)"[^}]*\} (\d+)/g)) {
    counts.set(method, (counts.get(method) ?? 0) + Number(count))
  }
  return counts
}

async function uncachedLatencies({ url, indexerUrl, cpuMs }, bare) {
  // A slice beyond the data changes nothing but the question: another one each time, of the same answer.
  const owned =
    (limit, series, filters = undefined) =>
    (n) => ({ owner: TOKEN_PROGRAM, limit, filters, dataSlice: { offset: 0, length: series * 10_000 + n } })
  const through = (method, params) => ({ url, path: (n) => `/api/v1/${method}?${query(params(n))}` })
  const filters = await filtersOfNearly(50, indexerUrl)
  const cursors = await feedCursors(url, indexerUrl)
  const feed = (side) => (n) => ({ limit: 50, cursor: cursors[side][n] })

  const rows = []
  for (const { label, budget, method, explorer, indexer, most = 300 } of [
    {
      label: 'latest, 50 rows',
      budget: 2,
      method: LATEST,
      explorer: feed('explorer'),
      indexer: feed('indexer'),
      most: cursors.indexer.length,
    },
    {
      label: 'byOwner, a whole list of nearly 50 rows',
      budget: 2,
      method: BY_OWNER,
      explorer: owned(50, 1, filters),
      indexer: owned(1000, 1, filters),
    },
    {
      label: 'byOwner, 50 rows cut from a chunk of 1000',
      method: BY_OWNER,
      explorer: owned(50, 2),
      indexer: owned(1000, 2),
    },
    { label: 'byOwner, 1000 rows', budget: 25, method: BY_OWNER, explorer: owned(1000, 3), indexer: owned(1000, 3) },
  ]) {
    const targets = [through(method, explorer), rpc(indexerUrl, method, indexer)]
    const size = (await ask(targets[0], most - 1)).length
    const warmUp = Math.min(30, Math.floor(most / 4))
    const constant = { url: bare.url, path: `/constant/${size}` }
    await latencies([...targets, constant], { rounds: warmUp, warmUp: 0 })
    const shifted = targets.map((target) => after(target, warmUp))
    const before = cpuMs()
    const times = await latencies([...shifted, constant], { rounds: most - 1 - warmUp, ms: 4_000, warmUp: 0 })
    const cpu = (cpuMs() - before) / times[0].length
    const [middle, low] = [0.5, 0.1].map((share) => times.map((list) => quantile(list, share)))
    const added = ([whole, direct]) => whole - direct
    const verdict = budget === undefined ? ['', ''] : [budget, added(middle) <= budget ? 'within' : 'OVER']
    const figures = [...middle, added(middle), added(low)].map((value) => rounded(value, 2))
    figures.push(Number.isFinite(cpu) ? rounded(cpu, 2) : '')
    rows.push([label, times[0].length, ...figures, ...verdict])
  }
  return {
    title: 'Uncached answers in ms at the median; constant: what the framework alone takes to send as many bytes',
    columns: [
      'question',
      'asked',
      'explorer',
      'indexer',
      'constant',
      'added',
      'best tenth',
      'explorer CPU',
      'at most',
      '',
    ],
    rows,
  }
}

/** The same questions from the n-th on. */
function after(target, skipped) {
  const later = (part) => (typeof part === 'function' ? (n) => part(n + skipped) : part)
  return { ...target, path: later(target.path), body: later(target.body) }
}

function query(params) {
  const given = Object.entries(params).filter(([, value]) => value !== undefined)
  return new URLSearchParams(
    given.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  )
}

/** A filter on mint and wallet, the first 64 bytes of a token account, that leaves the longest list of at most `most`. */
async function filtersOfNearly(most, indexerUrl) {
  const rows = await allRows(indexerUrl, BY_OWNER, { owner: TOKEN_PROGRAM })
  const groups = new Map()
  for (const { data } of rows) {
    const head = base58.encode(Buffer.from(data.data, 'base64').subarray(0, 64))
    groups.set(head, (groups.get(head) ?? 0) + 1)
  }
  const [best] = [...groups].filter(([, size]) => size <= most).sort(([, a], [, b]) => b - a)
  if (!best) throw new Error(`no wallet has at most ${most} accounts of a mint`)
  return [{ memcmp: { offset: 0, bytes: best[0] } }]
}

/**
 * Places in the feed, as both sides name them: page by page with ten rows to a page, so that asking for fifty from
 * each of them is a new question every time.
 */
async function feedCursors(url, indexerUrl) {
  const cursors = { explorer: [], indexer: [] }
  let [explorer, indexer] = [undefined, undefined]
  do {
    const page = JSON.parse(await ask({ url, path: `/api/v1/${LATEST}?${query({ limit: 10, cursor: explorer })}` }))
    const direct = JSON.parse(await ask(rpc(indexerUrl, LATEST, { limit: 10, ...(indexer && { cursor: indexer }) })))
    explorer = page.result.value.cursor
    indexer = direct.result.value.cursor
    if (explorer && indexer) {
      cursors.explorer.push(explorer)
      cursors.indexer.push(indexer)
    }
  } while (explorer && indexer)
  return cursors
}
