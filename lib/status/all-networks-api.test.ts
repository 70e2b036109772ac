import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { folderOfTest } from '@/lib/testing/of-test'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { until } from '@/lib/testing/until'
import { readXml, valuesOf } from '@/lib/testing/upstream/read-xml'
import { SEED } from '@/scripts/seed'
import type { IndexerStatus } from '../api/status'
import { metrics } from '../server/metrics/metrics'
import { networks } from '../upstream/networks/networks'
import { allStatusFrom } from './all-networks'
import { statusNow } from './health/probe'

/* cluster=all: the worst network wins. Page, badge, API, strict health, metrics and feed must agree at every moment. */

const explorer = explorerPerTest()
beforeEach(async () => {
  vi.stubEnv('DATA_DIR', folderOfTest())
  vi.stubEnv('PROBE_SECONDS', '5')
  await explorer.restart()
})

async function passCheck(): Promise<void> {
  explorer.indexer.data.slot++
  await explorer.clock.pass(5_000)
  const now = new Date(explorer.clock.wall()).toISOString()
  await until(() => networks().every((network) => statusNow(network).checkedAt === now))
}

async function reportedOf(cluster: string): Promise<{ verdict: string; strict: number }> {
  const [status, health, strict, badge, shields, feed, scraped] = await Promise.all([
    explorer.get(`status?cluster=${cluster}&samples=0`),
    explorer.get(`health?cluster=${cluster}`),
    explorer.get(`health?cluster=${cluster}&strict=1`),
    explorer.get(`/badge.svg?cluster=${cluster}`),
    explorer.get(`/badge.json?cluster=${cluster}`),
    explorer.get(`/status.atom?cluster=${cluster}`),
    metrics().text(),
  ])
  const verdict = String(status.body?.verdict)
  expect(health).toMatchObject({ status: 200, body: { verdict, network: cluster } })
  expect(strict.body?.verdict).toBe(verdict)
  expect(shields.body?.message).toMatch(new RegExp(`^${verdict}\\b`))
  expect(/<title[^>]*>[^:]*: (\w+)/.exec(badge.text)?.[1]).toBe(verdict)
  const series = [...scraped.matchAll(/^leafscan_indexer_verdict\{upstream="(\w+)",verdict="(\w+)"\} 1$/gm)]
  const counted = series.filter(([, upstream]) => cluster === 'all' || upstream === cluster).map(([, , word]) => word)
  expect(allStatusFrom(counted.map((word) => ({ verdict: word, network: '' }) as IndexerStatus)).verdict).toBe(verdict)
  const [term] = valuesOf(readXml(feed.text), 'feed/entry/category')
  expect(term).toBe(`term="${verdict}"`)
  return { verdict, strict: strict.status }
}

async function reported() {
  return { near: await reportedOf('near'), far: await reportedOf('far'), all: await reportedOf('all') }
}

const STEP = fc.record({
  near: fc.option(fc.constantFrom(FAULTS.serverError, FAULTS.rateLimited('1'), undefined), { freq: 5 }),
  far: fc.option(fc.boolean(), { freq: 5 }),
  lag: fc.constantFrom(0, 0, 57),
})

test('strict health of all networks fails with any of them, and names the worst', async () => {
  await explorer.get('status?cluster=all')
  await passCheck()
  expect(await reported()).toMatchObject({ all: { verdict: 'ok', strict: 200 } })
  await explorer.link.down()
  for (let check = 0; check < 4; check++) await passCheck()
  expect(await reported()).toEqual({
    near: { verdict: 'ok', strict: 200 },
    far: { verdict: 'unreachable', strict: 503 },
    all: { verdict: 'unreachable', strict: 503 },
  })
  // Without cluster= the monitor sees the default network only.
  expect((await explorer.get('health?strict=1')).status).toBe(200)
  const { body } = await explorer.get('health?cluster=all&strict=1')
  expect(body).toMatchObject({
    status: 'fail',
    worst: 'far',
    networks: { near: 'ok', far: 'unreachable' },
    output: expect.stringMatching(/^far: unreachable\. .* 1 of 2 networks ok\.$/),
  })
  const checks = body?.checks as Record<string, { componentId: string; status: string }[]> | undefined
  const reachable = checks?.['indexer:reachable']
  expect(reachable?.map(({ componentId, status }) => [componentId, status])).toEqual([
    ['near', 'pass'],
    ['far', 'fail'],
  ])
  expect((await explorer.get('/badge.json?cluster=all')).body).toMatchObject({
    label: 'indexers',
    message: 'unreachable · far',
  })
})

test('everything agrees at each moment of two networks that come and go', async () => {
  await explorer.get('status?cluster=all')
  const seen = new Set<string>()
  let isUp = true
  for (const { far, near, lag } of fc.sample(STEP, { seed: SEED, numRuns: 24 })) {
    if (near !== null) explorer.indexer.fail(near ?? null)
    if (far !== null && far !== isUp) await (far ? explorer.link.up() : explorer.link.down())
    isUp = far ?? isUp
    explorer.indexer.data.lag = lag
    await passCheck()
    const all = await reported()
    seen.add(all.all.verdict)
    expect(all.all.strict).toBe(all.near.strict === 200 && all.far.strict === 200 ? 200 : 503)
    expect([all.near.verdict, all.far.verdict]).toContain(all.all.verdict)
  }
  expect(seen.size).toBeGreaterThan(2)
})

describe('the word all', () => {
  test('is no network where one is asked about', async () => {
    for (const path of ['getIndexerSlot', 'status/history', 'getLatestCompressionSignatures']) {
      const { status, body } = await explorer.get(`${path}?cluster=all`)
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('must be one of near, far')])
    }
  })

  test('is offered with the names where it is understood', async () => {
    const { status, body } = await explorer.get('status?cluster=nowhere')
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('must be one of near, far, all')])
    expect((await explorer.get('status?cluster=all&cluster=near')).status).toBe(400)
  })
})
