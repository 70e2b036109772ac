// The explorer between many readers and an indexer that is slow, bounded by a plan, or failing: what reaches the indexer,
// and what readers get. facts/reliability.md (d), L1, L2, L4 to L7 and L10; L3 is in cache.mjs, L8 in outage.mjs.
import { withBareApp } from './bare-app.mjs'
import { ownerAt, ownerPath, SOUND, withFakeIndexer } from './fake.mjs'
import { ask, crowd, exchange, median, paced, quantile } from './load.mjs'
import { withLeafscan } from './processes.mjs'
import { rounded } from './report.mjs'

export const title = 'many readers, one indexer: what reaches it and what they get'

const ROUNDS = 5
const ROUND_MS = 1_500
const ONE_KEY_MS = 60_000
const ZIPF_OWNERS = 10_000
const ZIPF_MS = 30_000
const PLAN = 2
const PLAN_READERS = 200
const PLAN_MS = 60_000

export async function run() {
  return withFakeIndexer((indexer) =>
    withBareApp(
      async (bare) => {
        const rows = []
        const missed = []
        const add = (id, what, figures) => {
          for (const [figure, measured, budget, within] of figures) {
            rows.push([id, what, figure, measured, budget, within ? 'within' : 'OVER'])
            if (!within) missed.push(`${id} ${figure}: ${measured}, ${budget}`)
          }
        }
        await withLeafscan(
          async (leafscan) => {
            add('L1', 'one key, remembered, 32 readers', await hot(leafscan, bare))
            add('L2', 'every question new, indexer 40 ms', await misses(leafscan, bare))
            add('L4', 'one key for 60 s', await oneKey(leafscan, bare, indexer))
            add('L5', 'Zipf(1) over 10,000 owners', await zipf(leafscan, bare, indexer))
            add('L7', 'a tenth of the answers are 500s', await failing(leafscan, indexer))
            add('L10', 'three times as many as it can', await overload(leafscan))
          },
          { INDEXER_URL: indexer.url },
        )
        await indexer.become({ ...SOUND, perSecond: PLAN })
        const env = { INDEXER_URL: indexer.url, INDEXER_RATE: String(PLAN) }
        add(
          'L6',
          `a plan of ${PLAN} a second, ${PLAN_READERS} readers`,
          await withLeafscan((it) => plan(it, indexer), env),
        )
        return {
          tables: [{ title: 'Load runs', columns: ['run', 'what', 'figure', 'measured', 'asked for', ''], rows }],
          missed,
          notes: [
            'Constants and the bare proxy are routes of a bare app of the same framework, measured in turn in the same run.',
            'L2 runs with 16 readers: the explorer asks an indexer at most 16 questions at once, the bare proxy as many as come.',
            'Times of paced runs count from when a question was sent, which waits for no answer. Saved: questions that did not reach the indexer; the bound is what an unlimited memory with the same freshness saves on the very same questions.',
          ],
        }
      },
      { UPSTREAM: indexer.url },
    ),
  )
}

/** L1: a remembered answer beside a constant of as many bytes, in turn. */
async function hot({ url }, bare) {
  const target = { url, path: ownerPath(ownerAt('hot', 0)) }
  const { length } = await ask(target)
  const constant = { url: bare.url, path: `/constant/${length}` }
  const one = (what) => crowd(what, { connections: 32, ms: ROUND_MS })
  for (const what of [target, constant]) await one(what)
  const [ours, theirs] = [[], [await one(constant)]]
  for (let n = 0; n < ROUNDS; n++) {
    ours.push(await one(target))
    theirs.push(await one(constant))
  }
  const around = (n, of) => (of(theirs[n]) + of(theirs[n + 1])) / 2
  const perSecond = ({ perSecond }) => perSecond
  const slow = ({ times }) => quantile(times, 0.99)
  const rate = median(ours.map((it, n) => perSecond(it) / around(n, perSecond)))
  const tail = median(ours.map((it, n) => slow(it) / around(n, slow)))
  return [
    ['rate : constant', rounded(rate, 2), 'at least 0.95', rate >= 0.95],
    ['p99 : constant', rounded(tail, 2), 'at most 1.2', tail <= 1.2],
    ['answers per s', Math.round(median(ours.map(perSecond))), '', true],
  ]
}

/** L2: questions never asked before, beside a bare proxy to the same indexer. */
async function misses({ url }, bare) {
  let series = 0
  const through = () => {
    const name = `miss ${series++}`
    return { url, path: (n) => ownerPath(ownerAt(name, n)) }
  }
  const proxied = () => {
    const name = `proxied ${series++}`
    return { url: bare.url, path: (n) => `/proxy?owner=${ownerAt(name, n)}` }
  }
  const one = (what) => crowd(what, { connections: 16, ms: ROUND_MS })
  for (const what of [through(), proxied()]) await one(what)
  const [ours, theirs] = [[], [await one(proxied())]]
  for (let n = 0; n < ROUNDS; n++) {
    ours.push(await one(through()))
    theirs.push(await one(proxied()))
  }
  const ratio = median(
    ours.map(({ perSecond }, n) => perSecond / ((theirs[n].perSecond + theirs[n + 1].perSecond) / 2)),
  )
  const half = median(ours.map(({ perSecond }) => perSecond)) / 2
  const times = { ours: [], theirs: [] }
  for (let n = 0; n < ROUNDS; n++) {
    times.theirs.push((await paced(proxied(), { perSecond: half, ms: ROUND_MS })).times)
    times.ours.push((await paced(through(), { perSecond: half, ms: ROUND_MS })).times)
  }
  const added = (share) => median(times.ours.map((list, n) => quantile(list, share) - quantile(times.theirs[n], share)))
  return [
    ['rate : bare proxy', rounded(ratio, 2), 'at least 0.9', ratio >= 0.9],
    ['added at half load, p50 ms', rounded(added(0.5), 2), 'at most 2', added(0.5) <= 2],
    ['added at half load, p99 ms', rounded(added(0.99), 2), 'at most 15', added(0.99) <= 15],
  ]
}

/** Half of what a constant route answers in this run, and no more than `most` a second. */
async function halfOfConstant(bare, bytes, most) {
  const { perSecond } = await crowd({ url: bare.url, path: `/constant/${bytes}` }, { connections: 32, ms: 3_000 })
  return Math.min(most, Math.floor(perSecond / 2))
}

/** L4: one key whose answer is fresh for a second, for a minute. */
async function oneKey({ url }, bare, indexer) {
  const target = { url, path: '/api/v1/getLatestCompressionSignatures' }
  const perSecond = await halfOfConstant(bare, (await ask(target)).length, 1_000)
  await indexer.seen()
  const { sent, statuses } = await paced(target, { perSecond, ms: ONE_KEY_MS })
  const calls = (await indexer.seen()).calls.getLatestCompressionSignatures ?? 0
  const failed = sent - (statuses[200] ?? 0)
  return [
    ['questions per s', perSecond, 'half the constant, at most 1000', true],
    ['calls that reached the indexer', calls, 'at most 61', calls <= 61],
    ['failures', failed, 'none', failed === 0],
  ]
}

/** Seconds for which an owner's accounts are fresh. */
const LIST_FRESH_MS = 3_000

/** L5: readers who like some owners more than others. */
async function zipf({ url }, bare, indexer) {
  const weights = Array.from({ length: ZIPF_OWNERS }, (_, i) => 1 / (i + 1))
  const sums = []
  for (const weight of weights) sums.push((sums.at(-1) ?? 0) + weight)
  const pick = () => {
    const at = Math.random() * sums.at(-1)
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle] < at) low = middle + 1
      else high = middle
    }
    return low
  }
  const perSecond = await halfOfConstant(bare, 2_000, 500)
  const picked = Array.from({ length: (ZIPF_MS / 1000) * perSecond + 100 }, pick)
  const target = { url, path: (n) => ownerPath(ownerAt('zipf', picked[n])) }
  await indexer.seen()
  const { sent, statuses } = await paced(target, { perSecond, ms: ZIPF_MS })
  const { calls } = await indexer.seen()
  // What a memory without bounds would have asked for: each owner again when its answer is older than its freshness.
  const fresh = new Map()
  let least = 0
  for (let n = 0; n < sent; n++) {
    const at = (n * 1000) / perSecond
    if (at < (fresh.get(picked[n]) ?? 0)) continue
    least++
    fresh.set(picked[n], at + LIST_FRESH_MS)
  }
  const saved = 1 - calls.getCompressedAccountsByOwner / sent
  const bound = 1 - least / sent
  const failed = sent - (statuses[200] ?? 0)
  return [
    ['questions per s', perSecond, '', true],
    ['saved, %', rounded(saved * 100, 1), `bound ${rounded(bound * 100, 1)}, at most 2 below`, saved >= bound - 0.02],
    ['failures', failed, 'none', failed === 0],
  ]
}

/** L7: two hundred remembered owners, while the indexer answers 500 to every tenth question. */
async function failing({ url }, indexer) {
  const target = { url, path: (n) => ownerPath(ownerAt('failing', n % 200)) }
  const pace = { perSecond: 100, ms: 20_000 }
  await paced(target, { perSecond: 100, ms: 2_500 })
  await indexer.seen()
  const sound = await paced(target, pace)
  const before = await indexer.become({ failing: 0.1 })
  const troubled = await paced(target, pace)
  const after = await indexer.become({ failing: 0 })
  const success = (troubled.statuses[200] ?? 0) / troubled.sent
  const calls = after.calls.getCompressedAccountsByOwner / before.calls.getCompressedAccountsByOwner
  const slow = quantile(troubled.times, 0.99) / quantile(sound.times, 0.99)
  return [
    ['answered with 200, %', rounded(success * 100, 2), 'at least 99.9', success >= 0.999],
    ['calls : calls without failures', rounded(calls, 2), 'at most 1.1', calls <= 1.1],
    ['p99 : p99 without failures', rounded(slow, 2), 'at most 2', slow <= 2],
  ]
}

/** L10: three times as many new questions as can be answered. */
async function overload({ url }) {
  const peak = (await crowd({ url, path: (n) => ownerPath(ownerAt('peak', n)) }, { connections: 64, ms: 5_000 }))
    .perSecond
  const shed = []
  const health = []
  let over = false
  const watch = (async () => {
    while (!over) {
      const began = performance.now()
      await exchange({ url, path: '/healthz' }).catch(() => null)
      health.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  const target = { url, path: (n) => ownerPath(ownerAt('overload', n)) }
  const seen = ({ status }, ms) => {
    if (status === 503) shed.push(ms)
  }
  const began = performance.now()
  const { statuses, sent } = await paced(target, { perSecond: 3 * peak, ms: 15_000, seen })
  const seconds = (performance.now() - began) / 1000
  over = true
  await watch
  const goodput = (statuses[200] ?? 0) / seconds / peak
  const honest = (statuses[200] ?? 0) + (statuses[503] ?? 0) === sent
  health.sort((a, b) => a - b)
  shed.sort((a, b) => a - b)
  const shedAt = shed.length > 0 ? quantile(shed, 0.5) : 0
  return [
    ['asked per s', Math.round(3 * peak), '', true],
    ['answered : peak', rounded(goodput, 2), 'at least 0.8', goodput >= 0.8],
    ['refused, p50 ms', rounded(shedAt, 1), 'at most 20', shedAt <= 20],
    ['/healthz, p99 ms', rounded(quantile(health, 0.99), 1), 'at most 100', quantile(health, 0.99) <= 100],
    ['only 200 and 503', honest ? 'yes' : JSON.stringify(statuses), 'yes', honest],
  ]
}

/** L6: readers of fifty owners who come back every other second, over a plan that allows two calls a second. */
async function plan({ url }, indexer) {
  const statuses = {}
  await indexer.seen()
  const began = performance.now()
  const until = began + PLAN_MS
  const reader = async (n) => {
    const target = { url, path: ownerPath(ownerAt('plan', n % 50)) }
    while (performance.now() < until) {
      const reply = await exchange(target).catch(() => null)
      const status = reply?.status ?? 'broken'
      statuses[status] = (statuses[status] ?? 0) + 1
      await new Promise((resolve) => setTimeout(resolve, 2_000))
    }
  }
  const readers = Promise.all(Array.from({ length: PLAN_READERS }, (_, n) => reader(n)))
  await new Promise((resolve) => setTimeout(resolve, PLAN_MS / 2))
  const early = (await indexer.seen()).limited
  await readers
  const last = await indexer.seen()
  const perSecond = last.total / (PLAN_MS / 2000)
  const others = Object.keys(statuses).filter((status) => status !== '200' && status !== '503')
  return [
    ['calls per s, second half', rounded(perSecond, 2), 'at most 2.1', perSecond <= PLAN * 1.05],
    ['429s in the second half', last.limited, 'none', last.limited === 0],
    ['429s in the first half', early, '', true],
    ['answered with 200', statuses[200] ?? 0, '', true],
    ['refused with 503', statuses[503] ?? 0, '', true],
    ['anything else', others.length, 'none', others.length === 0],
  ]
}
