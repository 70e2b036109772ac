import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { makeSignatures } from '@/lib/testing/stand-in/fixtures'
import { StandIn } from '@/lib/testing/stand-in/stand-in'
import { type Leafscan, spawnLeafscan, startLeafscan } from '@/lib/testing/world/leafscan'
import { freePort } from '../scripts/free-port.mjs'
import { expect, test } from './page'

/* What monitors, feed readers, other people's pages and chat rooms get of an indexer's state. design.md 4.4. */

test.describe.configure({ timeout: 150_000 })

/** Where Prometheus looks by itself. design.md 4.2. */
const USUAL_PORT = 9464

let indexer: StandIn
let leafscan: Leafscan
let receiver: http.Server
let metricsUrl: string
/** What ALERT_WEBHOOK was told, oldest first. */
const told: Record<string, unknown>[] = []

test.beforeAll(async () => {
  indexer = await new StandIn({ latest: makeSignatures(40) }).start()
  receiver = http.createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    told.push(JSON.parse(body))
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const metricsPort = await freePort()
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`
  leafscan = await startLeafscan({
    INDEXER_URL: `test=${indexer.url}`,
    PROBE_SECONDS: '0.3',
    METRICS_PORT: String(metricsPort),
    ALERT_WEBHOOK: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
    SITE_URL: 'https://leafscan.example',
  })
})

test.afterAll(async () => {
  await leafscan?.stop()
  await indexer?.stop()
  receiver?.close()
})

/** Lines of JSON among what was printed. */
const logged = () =>
  leafscan
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('the badge is drawn by a browser, on any page, and says verdict and slot', async ({ page, request }) => {
  const response = await request.get(`${leafscan.url}/badge.svg`)
  expect(response.headers()).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  await page.setContent(`<img src="${leafscan.url}/badge.svg" alt="badge">`)
  const width = () => page.getByAltText('badge').evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBeGreaterThan(100)
  await page.goto(`${leafscan.url}/badge.svg?cluster=test`)
  await expect(page.locator('svg')).toContainText(/testok · [\d,]+/)
})

test('the feed is well-formed XML with the changes of the verdict, and a webhook gets each as it happens', async ({
  page,
  request,
}) => {
  indexer.fail(FAULTS.serverError)
  await expect.poll(() => told.map(({ to }) => to), { timeout: 20_000 }).toContain('unreachable')
  indexer.fail(null)
  await expect.poll(() => told.at(-1)?.to, { timeout: 20_000 }).toBe('ok')
  const outage = told.find(({ to }) => to === 'unreachable')
  expect(outage).toMatchObject({ network: 'test', from: 'ok', missed: 0, slot: indexer.data.slot })
  expect(String(outage?.link)).toMatch(/^https:\/\/leafscan\.example\/status\?from=.*cluster=test$/)
  expect(String(outage?.text)).toContain('test: unreachable, was ok. ')

  await page.goto(`${leafscan.url}/status`)
  const found = page.locator('link[rel=alternate][type="application/atom+xml"]')
  await expect(found).toHaveAttribute('href', 'https://leafscan.example/status.atom?cluster=test')
  const text = await (await request.get(`${leafscan.url}/status.atom`)).text()
  const read = await page.evaluate((xml) => {
    const feed = new DOMParser().parseFromString(xml, 'application/xml')
    const textOf = (entry: Element, name: string) => entry.getElementsByTagName(name)[0]?.textContent ?? ''
    const entries = [...feed.getElementsByTagNameNS('http://www.w3.org/2005/Atom', 'entry')]
    return {
      broken: feed.getElementsByTagName('parsererror').length,
      entries: entries.map((entry) => [textOf(entry, 'title'), textOf(entry, 'updated')]),
    }
  }, text)
  expect(read.broken).toBe(0)
  // The same changes, the newest first.
  const changes = told.map(({ to, from, at }) => [`test: ${to}${from === null ? '' : `, was ${from}`}`, at])
  expect(read.entries).toEqual(changes.toReversed())
})

test('metrics have a port of their own, and tell what happened', async ({ request }) => {
  const text = await (await request.get(metricsUrl)).text()
  expect(text).toMatch(/^explorer_build_info\{version="[\d.]+",commit="(?:[0-9a-f]{40}|unknown)",/m)
  expect(text).toMatch(/^explorer_indexer_slot\{upstream="test"\} \d+$/m)
  expect(text).toMatch(/^explorer_http_requests_total\{route="\/healthz",method="GET",code="200"\} [1-9]/m)
  expect(text).toMatch(
    /^explorer_upstream_requests_total\{upstream="test",op="getIndexerSlot",outcome="http_5xx"\} [1-9]/m,
  )
  expect((await request.get(`${leafscan.url}/metrics`)).status()).toBe(404)
})

test('events are lines of JSON: start, ready, each verdict, each alert', async () => {
  expect(logged().map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['start', 'ready', 'verdict', 'upstream failure', 'webhook delivered']),
  )
  expect(logged().find(({ msg, to }) => msg === 'verdict' && to === 'unreachable')).toMatchObject({
    level: 'warn',
    upstream: 'test',
    from: 'ok',
  })
  expect(leafscan.output()).not.toContain('/hook')
})

test('files take HEAD and OPTIONS, and a kept copy needs no second body', async ({ request }) => {
  for (const path of ['/badge.svg', '/badge.json', '/status.atom']) {
    const head = await request.head(`${leafscan.url}${path}`)
    expect(head.status()).toBe(200)
    expect(Number(head.headers()['content-length'])).toBeGreaterThan(50)
    const options = await request.fetch(`${leafscan.url}${path}`, { method: 'OPTIONS' })
    expect(options.status()).toBe(204)
    expect((await request.post(`${leafscan.url}${path}`)).status()).toBe(405)
  }
  const { etag = '' } = (await request.get(`${leafscan.url}/status.atom`)).headers()
  const known = await request.get(`${leafscan.url}/status.atom`, { headers: { 'if-none-match': etag } })
  expect(known.status()).toBe(304)
})

test('the usual port of metrics may be taken, one that was named may not', async ({ request }) => {
  const taken = net.createServer()
  // Another explorer on this machine may have it already, which is as well.
  await new Promise<void>((resolve) => taken.on('error', () => resolve()).listen(USUAL_PORT, '127.0.0.1', resolve))
  const second = await startLeafscan({ INDEXER_URL: `test=${indexer.url}`, METRICS_PORT: undefined })
  expect(second.output()).toContain(`METRICS_PORT=${USUAL_PORT} on 127.0.0.1: the port is taken by another process`)
  expect((await request.get(`${second.url}/healthz`)).status()).toBe(200)
  expect(await second.stop()).toBe(0)
  const refused = await spawnLeafscan({ INDEXER_URL: `test=${indexer.url}`, METRICS_PORT: String(USUAL_PORT) })
  const code = await new Promise<number | null>((resolve) => refused.process.on('exit', resolve))
  expect(code).toBe(1)
  expect(refused.output()).toContain(`METRICS_PORT=${USUAL_PORT} on 127.0.0.1: the port is taken by another process`)
  taken.close()
})
