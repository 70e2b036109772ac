// What the gateway costs between a reader and the indexer: cached answers against constant route handlers, and what an
// answer that is not cached takes over asking the indexer directly.
import { setTimeout } from 'node:timers/promises'
import { base58 } from '@scure/base'
import { withBareApp } from './bare-app.mjs'
import { ask, crowd, latencies, median, pagesOf, quantile, rpc } from './load.mjs'
import { withLeafscan } from './processes.mjs'
import { rounded } from './report.mjs'
import { TOKEN_PROGRAM } from './sandbox.mjs'

export const title = 'what the gateway costs: cached rates, uncached latency'

const BY_OWNER = 'getCompressedAccountsByOwner'

/**
 * What design.md 7 asks for in its row "gateway"; the other budgets stand beside their questions. The table says where
 * one is missed and the run still ends well: on a busy machine times say little.
 */
const CACHED_AT_LEAST = 0.95

const ROUNDS = 7
const ROUND_MS = 400

export async function run() {
  return withBareApp((bare) =>
    withLeafscan(async (leafscan) => ({
      tables: [await cachedRates(leafscan, bare), await uncachedLatencies(leafscan, bare)],
      notes: [
        'Constants: a handler of a bare app of the same framework that sends as many bytes.',
        `Rates: 16 kept connections, ${ROUNDS} rounds of ${ROUND_MS} ms in turn, while the answer is fresh; medians. A ratio is the median over the rounds, each to the constant right before and after.`,
        'CPU: processor time of the server for one answer; where it is known its ratio is judged, since other work on the machine hardly moves it.',
        'Uncached: one question at a time to each in turn, every question another one. best tenth: the same difference between the tenth percentiles, which other work on the machine touches less.',
      ],
    })),
  )
}

async function cachedRates(leafscan, bare) {
  const rows = []
  for (const [label, freshMs, path] of [
    ['getIndexerSlot', 1_000, '/api/v1/getIndexerSlot'],
    ['byOwner, 50 rows', 3_000, `/api/v1/${BY_OWNER}?owner=${TOKEN_PROGRAM}&limit=50`],
  ]) {
    const answer = { url: leafscan.url, path }
    const bytes = (await ask(answer)).length
    const constant = { url: bare.url, path: `/constant/${bytes}` }
    // V8 compiles what is hot: the first answers of each are not counted, by number, since seconds may bring few.
    for (const target of [answer, constant]) {
      for (let answers = 0; answers < 1_000; ) answers += (await crowd(target, { ms: 300 })).times.length
    }
    const ofConstant = () => measured(constant, bare)
    const ofAnswer = async () => {
      await untilFresh(answer, freshMs)
      return measured(answer, leafscan)
    }
    const answers = []
    const constants = [await ofConstant()]
    for (let n = 0; n < ROUNDS; n++) {
      answers.push(await ofAnswer())
      constants.push(await ofConstant())
    }
    const around = (n) => (constants[n].perSecond + constants[n + 1].perSecond) / 2
    const ratio = rounded(median(answers.map(({ perSecond }, n) => perSecond / around(n))), 2)
    const perSecond = [answers, constants].map((list) => Math.round(median(list.map((each) => each.perSecond))))
    const cpu = [answers, constants].map((list) => list.reduce((sum, each) => sum + each.cpu, 0) / list.length)
    const isKnown = Number.isFinite(cpu[0])
    const times = isKnown ? [...cpu, cpu[1] / cpu[0]].map((value) => rounded(value, 2)) : ['', '', '']
    const reached = (isKnown ? cpu[1] / cpu[0] : ratio) >= CACHED_AT_LEAST ? 'within' : 'UNDER'
    rows.push([label, bytes, ...perSecond, ratio, ...times, CACHED_AT_LEAST, reached])
  }
  const figures = ['per s', 'constant', 'ratio', 'CPU ms', 'constant CPU ms', 'CPU ratio', 'at least', '']
  return { title: 'Cached answers beside constant route handlers', columns: ['answer', 'bytes', ...figures], rows }
}

async function measured(target, server) {
  const before = server.cpuMs()
  const { perSecond, times } = await crowd(target, { ms: ROUND_MS })
  return { perSecond, cpu: (server.cpuMs() - before) / times.length }
}

/** Waits until the remembered answer stays fresh for a whole round, so that a round measures cached answers alone. */
async function untilFresh(target, freshMs) {
  for (;;) {
    const left = Date.parse(JSON.parse(await ask(target)).meta.fetchedAt) + freshMs - Date.now()
    if (left > ROUND_MS) return
    await setTimeout(Math.max(0, left) + 5)
  }
}

async function uncachedLatencies({ url, indexerUrl, cpuMs }, bare) {
  const rows = []
  for (const [label, budget, limit, filters] of [
    ['byOwner, a whole list of nearly 50 rows', 2, 50, await filtersOfNearly(50, indexerUrl)],
    ['byOwner, 1000 rows', 25, 1000, undefined],
  ]) {
    // A slice beyond the data changes nothing but the question: another one each time, of the same answer.
    const sliceAt = (n) => ({ offset: 0, length: limit * 10_000 + n })
    const query = (n) => {
      const given = { owner: TOKEN_PROGRAM, limit, dataSlice: JSON.stringify(sliceAt(n)) }
      return new URLSearchParams({ ...given, ...(filters && { filters: JSON.stringify(filters) }) })
    }
    const explorer = { url, path: (n) => `/api/v1/${BY_OWNER}?${query(n)}` }
    const params = (n) => ({ owner: TOKEN_PROGRAM, limit: 1000, filters, dataSlice: sliceAt(n) })
    const bytes = (await ask(explorer, 9_999)).length
    const targets = [explorer, rpc(indexerUrl, BY_OWNER, params), { url: bare.url, path: `/constant/${bytes}` }]
    await latencies([targets[2]], {})
    const before = cpuMs()
    const times = await latencies(targets, { rounds: 270, warmUp: 30 })
    const cpu = (cpuMs() - before) / (times[0].length + 30)
    const [middle, low] = [0.5, 0.1].map((share) => times.map((list) => quantile(list, share)))
    const added = ([whole, direct]) => whole - direct
    const figures = [...middle, added(middle), added(low), cpu].map((value) => rounded(value, 2))
    rows.push([label, times[0].length, ...figures, budget, added(middle) <= budget ? 'within' : 'OVER'])
  }
  const figures = ['explorer', 'indexer', 'constant', 'added', 'best tenth', 'explorer CPU', 'at most', '']
  return {
    title: 'Uncached answers in ms at the median; constant: what the framework alone takes to send as many bytes',
    columns: ['question', 'asked', ...figures],
    rows,
  }
}

/** A filter on mint and wallet, the first 64 bytes of a token account, that leaves the longest list of at most `most`. */
async function filtersOfNearly(most, indexerUrl) {
  const groups = new Map()
  for await (const { items } of pagesOf(indexerUrl, BY_OWNER, { owner: TOKEN_PROGRAM })) {
    for (const { data } of items) {
      const head = base58.encode(Buffer.from(data.data, 'base64').subarray(0, 64))
      groups.set(head, (groups.get(head) ?? 0) + 1)
    }
  }
  const [best] = [...groups].filter(([, size]) => size <= most).sort(([, a], [, b]) => b - a)
  if (!best) throw new Error(`no wallet has at most ${most} accounts of a mint`)
  return [{ memcmp: { offset: 0, bytes: best[0] } }]
}
