import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { type StandIn, startStandIn } from '@/lib/testing/stand-in/stand-in'
import { type Leafscan, startLeafscan } from '@/lib/testing/world/leafscan'
import type { StatusHistory } from '../lib/rpc/history'
import type { IndexerStatus, Verdict } from '../lib/rpc/status'
import { freePort } from '../scripts/free-port.mjs'
import { expect, type Page, test } from './page'

/*
 * A night on call, in minutes: an indexer is slowed, paused, stopped and limited, the explorer restarted, and everything
 * that tells of it is read at once: page, API, monitor, badge, metrics, and at the end history and feed.
 */

const NETWORK = 'mainnet-beta'

/** Milliseconds between two slots of the chain. */
const SLOT_MS = 50

let folder: string
let indexer: StandIn
let explorer: Leafscan
let ports: { PORT: string; METRICS_PORT: string }
/** How many slots the indexer makes, at most, while the chain makes one. */
let pace = 1
let chain: NodeJS.Timeout

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'leafscan-on-call-'))
  indexer = await startStandIn()
  const [port, metricsPort] = await Promise.all([freePort(), freePort()])
  ports = { PORT: String(port), METRICS_PORT: String(metricsPort) }
  let tip = indexer.data.slot
  let reached = tip
  chain = setInterval(() => {
    tip += 1
    reached = Math.min(tip, reached + pace)
    indexer.data.slot = Math.floor(reached)
    indexer.data.lag = tip - indexer.data.slot
  }, SLOT_MS)
  explorer = await start({ PROBE_SECONDS: '0.1' })
})

test.afterAll(async () => {
  clearInterval(chain)
  await explorer?.stop()
  await indexer?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function start(more: Record<string, string>): Promise<Leafscan> {
  return startLeafscan({ INDEXER_URL: `${NETWORK}=${indexer.url}`, DATA_DIR: folder, ...ports, ...more })
}

async function get(target: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(new URL(target, explorer.url))
  return { status: answer.status, text: await answer.text() }
}

async function status(): Promise<IndexerStatus> {
  return JSON.parse((await get('/api/v1/status')).text)
}

/** What each surface says at one moment, in one word. */
async function surfaces(page: Page): Promise<Record<string, string>> {
  const [told, health, monitor, badge, shields, metrics] = await Promise.all([
    status(),
    get('/api/v1/health'),
    get('/api/v1/health?strict=1'),
    get('/badge.svg'),
    get('/badge.json'),
    fetch(`http://127.0.0.1:${ports.METRICS_PORT}/metrics`).then((answer) => answer.text()),
  ])
  const link = await page.getByRole('link', { name: /^Indexer/ }).innerText()
  const word = (text: string) => /ok|behind|frozen|unreachable|limited|unknown/.exec(text)?.[0] ?? text
  return {
    status: told.verdict,
    health: JSON.parse(health.text).verdict,
    monitor: String(monitor.status),
    page: word(link.replace('Indexer', '')),
    badge: word(/<title>([^<]*)/.exec(badge.text)?.[1] ?? badge.text),
    shields: word(JSON.parse(shields.text).message),
    metrics: /explorer_indexer_verdict\{[^}]*verdict="(\w+)"[^}]*\} 1\b/.exec(metrics)?.[1] ?? 'none',
  }
}

async function expectEverywhere(page: Page, verdict: Verdict, monitor: 200 | 503): Promise<void> {
  const all = { status: verdict, health: verdict, page: verdict, badge: verdict, shields: verdict, metrics: verdict }
  // The page asks every 5 s, a frozen slot takes a minute.
  await expect.poll(() => surfaces(page), { timeout: 90_000 }).toEqual({ ...all, monitor: String(monitor) })
}

test('slowed, paused, stopped, limited, restarted: every surface tells exactly that', async ({ page }) => {
  const began = Date.now()
  await page.goto(`${explorer.url}/status`)
  await expectEverywhere(page, 'ok', 200)

  await test.step('slowed, and catching up', async () => {
    pace = 0.5
    await expectEverywhere(page, 'behind', 503)
    await expect.poll(async () => (await status()).trend).toBe('losing ground')
    await expect.poll(() => indexer.data.lag, { timeout: 30_000 }).toBeGreaterThan(150)
    pace = 2
    await expect.poll(async () => (await status()).arrivalSeconds).toBeGreaterThan(0)
    await expectEverywhere(page, 'ok', 200)
  })

  await test.step('an odd answer changes nothing', async () => {
    indexer.script('getIndexerSlot', FAULTS.serverError)
    indexer.script('getIndexerHealth', FAULTS.behind(500))
    await page.waitForTimeout(1_000)
    expect((await status()).verdict).toBe('ok')
  })

  let frozenSince: string | null
  await test.step('paused, while the chain goes on', async () => {
    pace = 0
    await expectEverywhere(page, 'frozen', 503)
    const { summary, standstill, since } = await status()
    expect(standstill).toBe('indexer')
    expect(summary).toMatch(/has not moved for 1 min.*: the indexer stopped, the chain goes on/)
    frozenSince = since
  })

  await test.step('the explorer restarted while it stands', async () => {
    await explorer.stop()
    explorer = await start({ PROBE_SECONDS: '0.1' })
    const { verdict, since } = await status()
    expect(verdict).toBe('frozen')
    expect(since).toBe(frozenSince)
    await page.goto(`${explorer.url}/status`)
    await expectEverywhere(page, 'frozen', 503)
    pace = 100
    await expectEverywhere(page, 'ok', 200)
    pace = 1
  })

  await test.step('stopped and started again', async () => {
    await indexer.stop()
    await expectEverywhere(page, 'unreachable', 503)
    await indexer.start()
    await expectEverywhere(page, 'ok', 200)
  })

  await test.step('limited: what was before counts for monitors for a minute', async () => {
    indexer.fail(FAULTS.rateLimited('20'))
    await expectEverywhere(page, 'limited', 200)
    indexer.fail(null)
    await expectEverywhere(page, 'ok', 200)
  })

  const verdicts = [
    ...['ok', 'behind', 'ok', 'behind', 'frozen'],
    // The restart, and the way back.
    ...['frozen', 'ok', 'unreachable', 'ok', 'limited', 'ok'],
  ]
  await test.step('history and feed', async () => {
    const range = new URLSearchParams({ from: new Date(began).toISOString(), to: new Date().toISOString() })
    const history: StatusHistory = JSON.parse((await get(`/api/v1/status/history?${range}`)).text)
    const told = history.periods.flatMap(({ verdict }) => verdict ?? [])
    expect(told.filter((verdict) => verdict !== 'behind')).toEqual(verdicts.filter((verdict) => verdict !== 'behind'))
    expect(history.recordedBy).toBe('this')
    const { text } = await get('/status.atom')
    const entries = [...text.matchAll(/<category term="(\w+)"\/>/g)].map(([, verdict]) => verdict).reverse()
    // A verdict that goes on over a restart may be told once more.
    const changes = entries.filter((verdict, i) => verdict !== entries[i - 1])
    const expected = told.filter((verdict, i) => verdict !== told[i - 1])
    expect(changes).toEqual(expected)
  })
})

test('fifty readers with open badges and status pages: each question once in 5 s at most', async () => {
  await explorer.stop()
  explorer = await start({ PROBE_SECONDS: '' })
  await expect.poll(async () => (await status()).verdict).toBe('ok')
  const before = indexer.requests.length
  const seconds = 31
  const until = Date.now() + seconds * 1_000
  // As their browsers do, only more often.
  await Promise.all(
    Array.from({ length: 50 }, async (_, i) => {
      while (Date.now() < until) {
        const target = ['/api/v1/status?samples=0', '/api/v1/status?samples=240', '/badge.svg', '/status'][i % 4]
        expect((await get(target ?? '')).status).toBe(200)
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }),
  )
  const calls: Record<string, number> = {}
  for (const { method } of indexer.requests.slice(before)) calls[method] = (calls[method] ?? 0) + 1
  expect(calls.getIndexerHealth).toBeGreaterThanOrEqual(5)
  expect(calls.getIndexerHealth).toBeLessThanOrEqual(1 + seconds / 5)
  expect(calls.getIndexerSlot).toBeLessThanOrEqual(1 + seconds / 5)
})
