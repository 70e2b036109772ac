// The indexer falls silent for five minutes and comes back: what readers of pages that were just read get meanwhile, and
// how soon they see fresh rows again. facts/reliability.md (d), L8.
import { ownerAt, ownerPath, withFakeIndexer } from './fake.mjs'
import { ask, exchange, quantile } from './load.mjs'
import { withLeafscan } from './processes.mjs'
import { rounded } from './report.mjs'

export const title = 'an indexer that hangs for five minutes'

const KEYS = 20
const HANG_MS = 300_000
const EVERY_MS = 250

/** Longest that the gateway waits before it tries again. facts/reliability.md (b). */
const BREAKER_MS = 60_000
const ANSWER_MS = 50

export async function run() {
  return withFakeIndexer((indexer) =>
    withLeafscan((leafscan) => outage(leafscan, indexer), { INDEXER_URL: indexer.url }),
  )
}

async function outage({ url }, indexer) {
  const paths = Array.from({ length: KEYS }, (_, n) => ownerPath(ownerAt('outage', n)))
  const page = `/owner/${ownerAt('outage', 0)}`
  for (const path of [...paths, page]) await ask({ url, path })
  await indexer.become({ hangs: true })

  const api = { times: [], states: {}, statuses: {} }
  const html = { times: [], labelled: 0, requests: 0 }
  const monitors = []
  const began = performance.now()
  for (let n = 0; performance.now() - began < HANG_MS; n++) {
    const sentAt = performance.now()
    const { status, bytes } = await exchange({ url, path: paths[n % KEYS] })
    api.times.push(performance.now() - sentAt)
    api.statuses[status] = (api.statuses[status] ?? 0) + 1
    const state = status === 200 ? JSON.parse(bytes).meta.state : 'none'
    api.states[state] = (api.states[state] ?? 0) + 1
    if (n % 4 === 2) {
      const before = performance.now()
      await exchange({ url, path: '/api/v1/health?strict=1' })
      monitors.push(performance.now() - before)
    }
    if (n % 20 === 10) {
      const before = performance.now()
      const text = String(await ask({ url, path: page }))
      html.times.push(performance.now() - before)
      html.requests++
      if (/: data from \d\d:/.test(wordsOf(text))) html.labelled++
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
  const calls = (await indexer.become({ hangs: false })).total

  const back = performance.now()
  const fresh = new Set()
  while (fresh.size < KEYS && performance.now() - back < 2 * BREAKER_MS) {
    for (const path of paths) {
      const { meta } = JSON.parse(await ask({ url, path }))
      if (meta.state === 'fresh') fresh.add(path)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const freshMs = performance.now() - back
  for (const list of [api.times, html.times, monitors]) list.sort((a, b) => a - b)
  const lost = Object.entries(api.statuses).flatMap(([status, count]) =>
    status === '200' ? [] : [`${count} × ${status}`],
  )
  const p99 = quantile(api.times, 0.99)
  const htmlP50 = quantile(html.times, 0.5)
  const figures = [
    ['answers of the API during the hang', api.times.length, '', true],
    ['not answered with 200', lost.join(', ') || 'none', 'none', lost.length === 0],
    [
      'of them fresh, revalidating, stale',
      ['fresh', 'revalidating', 'stale'].map((s) => api.states[s] ?? 0).join(', '),
      '',
      true,
    ],
    [
      'time of an answer, p50 ms',
      rounded(quantile(api.times, 0.5), 1),
      `at most ${ANSWER_MS}`,
      quantile(api.times, 0.5) <= ANSWER_MS,
    ],
    ['time of an answer, p99 ms', rounded(p99, 1), `at most ${ANSWER_MS}`, p99 <= ANSWER_MS],
    [
      "time of a monitor's answer, p99 ms",
      rounded(quantile(monitors, 0.99), 1),
      `at most ${ANSWER_MS}`,
      quantile(monitors, 0.99) <= ANSWER_MS,
    ],
    ['time of a whole page, p50 ms', rounded(htmlP50, 1), `at most ${ANSWER_MS}`, htmlP50 <= ANSWER_MS],
    ['pages that named the age of their rows', `${html.labelled} of ${html.requests}`, '', true],
    ['calls that reached the silent indexer', calls, '', true],
    [
      'all keys fresh again after, s',
      rounded(freshMs / 1000, 1),
      `at most ${BREAKER_MS / 1000 + 2}`,
      freshMs <= BREAKER_MS + 2_000,
    ],
  ]
  return {
    tables: [
      {
        title: `${KEYS} owners that were just read, one of them every ${EVERY_MS} ms, while the indexer is silent for ${HANG_MS / 60_000} min`,
        columns: ['figure', 'measured', 'asked for', ''],
        rows: figures.map(([figure, measured, budget, within]) => [
          figure,
          measured,
          budget,
          within ? 'within' : 'OVER',
        ]),
      },
    ],
    missed: figures.flatMap(([figure, measured, , within]) => (within ? [] : [`${figure}: ${measured}`])),
  }
}

/** A page's words: React puts comments between those that it joins. */
function wordsOf(html) {
  return html
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}
