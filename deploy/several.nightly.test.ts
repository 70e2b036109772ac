import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Crowd } from '@/lib/testing/deploy/crowd'
import { request } from '@/lib/testing/deploy/request'
import { type Cache, startNginx, startVarnish } from '@/lib/testing/deploy/start-cache.mjs'
import { type Explorers, OWNER, startThreeExplorers } from '@/lib/testing/deploy/three-explorers'
import { describeWith } from '@/lib/testing/tools'

/* facts/reliability.md (d) L3 and L4, (g) 6, (c) B08 and B10, (e) S22. */

const LATEST = 'getLatestCompressionSignatures'
const BY_OWNER = 'getCompressedAccountsByOwner'

const PROGRAMS = [
  { name: 'nginx', start: (urls: string[]) => startNginx(urls, { trustForwardedFor: true }) },
  { name: 'Varnish', start: (urls: string[]) => startVarnish(urls) },
]

describeWith(['nginx', 'varnishd'], 'three explorers over one indexer', () => {
  let explorers: Explorers
  /** Counts across both caches: the explorers remember what the first one requested. */
  let requestCount = 0

  beforeAll(async () => {
    explorers = await startThreeExplorers()
  }, 300_000)
  afterAll(async () => {
    await explorers?.stopAll()
  })

  for (const { name, start } of PROGRAMS) {
    describe(name, () => {
      let cache: Cache

      beforeAll(async () => {
        cache = await start(explorers.urls)
      })
      afterAll(async () => {
        await cache?.stop()
      })
      beforeEach(() => {
        explorers.indexer.fail(null)
      })

      const calls = (method: string) => explorers.indexer.calls[method] ?? 0
      const anew = () => sliced(++requestCount)

      test('one key under load costs the indexer one call a second, over all processes', async () => {
        const before = calls(LATEST)
        const crowd = new Crowd(cache.url, 32, () => `/api/v1/${LATEST}?limit=50`)
        await wait(6_000)
        const { answers, failures, did, seconds } = await crowd.stop()
        expect(failures).toEqual([])
        const called = calls(LATEST) - before
        expect(called).toBeLessThanOrEqual(seconds + 1)
        // That no reader waits for a refresh: caches.slow.test.ts; here the machine may be too slow.
        expect(answers).toBeGreaterThan(called)
        expect([...did.keys()].some((what) => what.startsWith('hit'))).toBe(true)
      })

      for (const [how, victim] of [
        ['killed with -9', 0],
        ['stopped for a deploy', 1],
      ] as const) {
        test(`an explorer ${how} under load costs no read, nor does its return`, async () => {
          explorers.indexer.fail({ kind: 'slow', ms: 60 })
          const crowd = new Crowd(cache.url, 24, anew)
          await expect.poll(() => crowd.answers, { timeout: 30_000 }).toBeGreaterThan(200)
          await (victim === 0 ? explorers.kill(victim) : explorers.stop(victim))
          const then = crowd.answers
          await expect.poll(() => crowd.answers - then, { timeout: 30_000 }).toBeGreaterThan(500)
          await explorers.restart(victim)
          const again = crowd.answers
          await expect.poll(() => crowd.answers - again, { timeout: 30_000 }).toBeGreaterThan(500)
          const { failures } = await crowd.stop()
          expect(failures).toEqual([])
        })
      }

      test('pages that are read while an explorer is killed fail only where it had begun to answer', async () => {
        const crowd = new Crowd(cache.url, 6, () => '/latest')
        await expect.poll(() => crowd.answers, { timeout: 60_000 }).toBeGreaterThan(30)
        await explorers.kill(2)
        const then = crowd.answers
        await expect.poll(() => crowd.answers - then, { timeout: 60_000 }).toBeGreaterThan(60)
        const { failures } = await crowd.stop()
        await explorers.restart(2)
        expect(failures.length).toBeLessThanOrEqual(6)
        for (const failure of failures) expect(failure).toMatch(/cut short|aborted|ECONNRESET|hang up/)
      })

      test('a page comes whole, with its rows and the headers that the explorer gives it', async () => {
        const page = await request(cache.url, `/owner/${OWNER}?limit=100`, {
          headers: { 'accept-encoding': 'identity' },
        })
        expect(page.status).toBe(200)
        expect(page.body.toString()).toContain('</html>')
        expect(page.headers['cache-control']).toBe('private, no-cache')
        expect(page.headers['content-security-policy']).toContain("default-src 'none'")
        const [script] = /\/_next\/static\/[^"]+\.js/.exec(page.body.toString()) ?? []
        const file = await request(cache.url, String(script))
        expect([file.status, file.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
      })
    })
  }
})

describeWith('nginx', 'a plan of six calls a second, split over three explorers', () => {
  let explorers: Explorers
  let cache: Cache

  beforeAll(async () => {
    explorers = await startThreeExplorers({ INDEXER_RATE: '2' })
    cache = await startNginx(explorers.urls, { trustForwardedFor: true })
  }, 300_000)
  afterAll(async () => {
    await cache?.stop()
    await explorers?.stopAll()
  })

  test('is kept by all of them together, whatever readers ask', async () => {
    const before = explorers.indexer.callCount
    const crowd = new Crowd(cache.url, 12, sliced)
    await wait(10_000)
    const { answers, failures, seconds } = await crowd.stop()
    const spent = explorers.indexer.callCount - before
    expect(spent).toBeLessThanOrEqual(6 * seconds)
    expect(spent).toBeGreaterThan(2 * seconds)
    expect(answers).toBeGreaterThan(0)
    for (const failure of failures) expect(failure).toMatch(/^503: .*explorer_busy/)
  })
})

/** A new cache key each time: a slice beyond the data changes the request, not the answer. */
function sliced(n: number): string {
  const dataSlice = JSON.stringify({ offset: 0, length: 100_000 + n })
  return `/api/v1/${BY_OWNER}?${new URLSearchParams({ owner: OWNER, limit: '10', dataSlice })}`
}
