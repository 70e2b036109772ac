import { FAULTS } from '@/lib/testing/stand-in/faults'
import { makeSignatures } from '@/lib/testing/stand-in/fixtures'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import type { IndexerStatus } from '../lib/api/status'
import type { Verdict } from '../lib/api/verdicts'
import type { StatusHistory } from '../lib/status/history/contract'
import { expect, type Page, test } from './live'

/*
 * A night on call, in a minute: an indexer falls behind, is stopped and limited, and everything that tells of it is read
 * at once, a page that stays open included. Every verdict over time, a slot that stands and what a restart of the explorer
 * changes: lib/status/health/same-times.test.ts, lib/status/strict-api.test.ts, lifecycle.slow.spec.ts.
 */

let net: JourneyNetwork
let chain: NodeJS.Timeout

test.beforeAll(async ({ live }) => {
  const now = Math.floor(Date.now() / 1_000)
  net = await live.network('on-call', { latest: makeSignatures(3, 418_890_000, now) }, { alone: true })
  chain = setInterval(() => net.indexer.data.slot++, 200)
})

test.afterAll(async () => {
  clearInterval(chain)
  await net?.leave()
})

async function get(target: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(net.at(target))
  return { status: answer.status, text: await answer.text() }
}

async function status(): Promise<IndexerStatus> {
  return JSON.parse((await get('/api/v1/status')).text)
}

/** What each surface says at one moment, in one word. */
async function surfaces(page: Page, metricsUrl: string): Promise<Record<string, string>> {
  const [current, health, monitor, badge, shields, metrics] = await Promise.all([
    status(),
    get('/api/v1/health'),
    get('/api/v1/health?strict=1'),
    get('/badge.svg'),
    get('/badge.json'),
    fetch(metricsUrl).then((answer) => answer.text()),
  ])
  const link = await page.getByRole('link', { name: /^Indexer/ }).innerText()
  const word = (text: string) => /ok|behind|frozen|unreachable|limited|unknown/.exec(text)?.[0] ?? text
  return {
    status: current.verdict,
    health: JSON.parse(health.text).verdict,
    monitor: String(monitor.status),
    page: word(link.replace('Indexer', '')),
    badge: word(/<title[^>]*>([^<]*)/.exec(badge.text)?.[1] ?? badge.text),
    shields: word(JSON.parse(shields.text).message),
    metrics: /explorer_indexer_verdict\{upstream="on-call",verdict="(\w+)"\} 1\b/.exec(metrics)?.[1] ?? 'none',
  }
}

test('behind, stopped, limited and well again: every surface tells exactly that, at a look a second', async ({
  page,
  live,
}) => {
  const expectEverywhere = async (verdict: Verdict, monitor: 200 | 503) => {
    const all = { status: verdict, health: verdict, page: verdict, badge: verdict, shields: verdict, metrics: verdict }
    const polled = expect.poll(() => surfaces(page, live.metricsUrl), { timeout: 90_000 })
    await polled.toEqual({ ...all, monitor: String(monitor) })
  }
  const began = Date.now()
  await page.goto(net.at('/status'))
  await expectEverywhere('ok', 200)

  net.indexer.data.lag = 150
  await expectEverywhere('behind', 503)
  await expect(page.getByText('150 slots behind').first()).toBeVisible()

  await net.indexer.stop()
  await expectEverywhere('unreachable', 503)

  net.indexer.data.lag = 0
  await net.indexer.start()
  await expectEverywhere('ok', 200)

  // What was before counts for monitors for a minute.
  net.indexer.fail(FAULTS.rateLimited('1'))
  await expectEverywhere('limited', 200)
  net.indexer.fail(null)
  await expectEverywhere('ok', 200)

  const verdicts = ['ok', 'behind', 'unreachable', 'ok', 'limited', 'ok']
  const range = new URLSearchParams({ from: new Date(began).toISOString(), to: new Date().toISOString() })
  const history: StatusHistory = JSON.parse((await get(`/api/v1/status/history?${range}`)).text)
  expect(history.recordedBy).toBe('this')
  expect(history.periods.flatMap(({ verdict }) => verdict ?? [])).toEqual(verdicts)
  const { text } = await get('/status.atom')
  const entries = [...text.matchAll(/<category term="(\w+)"\/>/g)].map(([, verdict]) => verdict)
  expect(entries.reverse()).toEqual(verdicts)

  // All those who looked did not ask the indexer themselves. What came late may have come beside the next one.
  const seconds = Math.ceil((Date.now() - began) / 1_000)
  expect(net.indexer.calls.getIndexerHealth).toBeLessThanOrEqual(seconds + 2)
})
