import { FAULTS } from '@/lib/testing/stand-in/faults'
import { makeSignatures } from '@/lib/testing/stand-in/fixtures'
import type { JourneyNetwork, Live, Observed } from '@/lib/testing/world/worlds'
import { expect, test } from './live'

/* design.md 4.4. */

// What happens in one test is reported in the next.
test.describe.configure({ mode: 'serial' })

let net: JourneyNetwork
let chain: NodeJS.Timeout

test.beforeAll(async ({ live }) => {
  // No block times: those of made-up signatures age on a slow machine, and the verdict would be behind.
  net = await live.network('machines', { latest: makeSignatures(40).map((item) => ({ ...item, blockTime: 0 })) })
  chain = setInterval(() => net.indexer.data.slot++, 200)
})

test.afterAll(async () => {
  clearInterval(chain)
  await net?.leave()
})

async function alertsSent(live: Live): Promise<Observed['alerts']> {
  return (await live.seen()).alerts.filter(({ network }) => network === net.name)
}
test('the badge is drawn by a browser, on any page, and says verdict and slot', async ({ page, request }) => {
  await request.get(net.at('/api/v1/status'))
  const response = await request.get(net.at('/badge.svg'))
  expect(response.headers()).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  await page.setContent(`<img src="${net.at('/badge.svg')}" alt="badge">`)
  const width = () => page.getByAltText('badge').evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBeGreaterThan(100)
  await page.goto(net.at('/badge.svg'))
  await expect(page.locator('svg')).toContainText(/machinesok · [\d,]+/)
})

test('the feed is well-formed XML with the changes of the verdict, and a webhook gets each as it happens', async ({
  page,
  request,
  live,
}) => {
  clearInterval(chain)
  const { slot } = net.indexer.data
  const seen = async () => (await (await request.get(net.at('/api/v1/status'))).json()).slot
  await expect.poll(seen).toBe(slot)
  net.indexer.fail(FAULTS.serverError)
  // The slot moves while the indexer is down: otherwise it would be behind when it is back.
  chain = setInterval(() => net.indexer.data.slot++, 200)
  await expect.poll(async () => (await alertsSent(live)).at(-1)?.to).toBe('unreachable')
  net.indexer.fail(null)
  await expect.poll(async () => (await alertsSent(live)).at(-1)?.to).toBe('ok')
  const all = await alertsSent(live)
  // That the first check was ok is no news for the webhook.
  expect(all.map(({ to }) => to)).toEqual(['unreachable', 'ok'])
  const [outage] = all
  expect(outage).toMatchObject({ network: 'machines', from: 'ok', missed: 0, slot })
  expect(String(outage?.link)).toMatch(/^https:\/\/leafscan\.example\/status\/incident\/leafscan-machines-\d+$/)
  expect(String(outage?.text)).toContain('machines: unreachable, was ok. ')

  await page.goto(net.at('/status'))
  const found = page.locator('link[rel=alternate][type="application/atom+xml"]')
  await expect(found).toHaveAttribute('href', 'https://leafscan.example/status.atom?cluster=machines')
  const text = await (await request.get(net.at('/status.atom'))).text()
  const read = await page.evaluate((xml) => {
    const feed = new DOMParser().parseFromString(xml, 'application/xml')
    const textOf = (entry: Element, name: string) => entry.getElementsByTagName(name)[0]?.textContent ?? ''
    const entries = [...feed.getElementsByTagNameNS('http://www.w3.org/2005/Atom', 'entry')]
    return {
      broken: feed.getElementsByTagName('parsererror').length,
      entries: entries.map((entry) => [textOf(entry, 'title'), textOf(entry, 'published')]),
    }
  }, text)
  expect(read.broken).toBe(0)
  const changes = all.map(({ to, from, at }) => [`machines: ${to}${from === null ? '' : `, was ${from}`}`, at])
  expect(read.entries.slice(0, 2)).toEqual(changes.toReversed())
  expect(read.entries).toHaveLength(3)
})
