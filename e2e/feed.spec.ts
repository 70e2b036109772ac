import { FAULTS } from '@/lib/testing/stand-in/faults'
import { GrowingFeed } from '@/lib/testing/stand-in/growing-feed'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { FeedReader } from './feed-reader'
import { expect, type Page, test } from './live'

let net: JourneyNetwork
let chain: GrowingFeed

test.beforeAll(async ({ live }) => {
  net = await live.network('feed', {})
  chain = new GrowingFeed(net.indexer, 300)
})

test.afterAll(() => net?.leave())

test.afterEach(() => net.indexer.fail(null))

const readerOf = (page: Page) => new FeedReader(page, net.indexer.url)

test('new rows come by themselves, wait while the reader points, pauses, focuses or scrolls, and none is lost', async ({
  page,
}) => {
  const feed = readerOf(page)
  await feed.open(net.at('/latest'))
  const first = await feed.signatures()
  chain.grow(2)
  await feed.moved(first)
  await feed.expectWhole()

  await feed.pause.click()
  await expect(feed.pause).toHaveAttribute('aria-pressed', 'true')
  const paused = await feed.signatures()
  chain.grow(3)
  await feed.waiting(3)
  expect(await feed.signatures()).toEqual(paused)
  await expect(page.getByRole('status').filter({ hasText: 'New transactions wait.' })).toHaveCount(1)
  await feed.show.click()
  await feed.moved(paused)
  await feed.expectWhole()

  await feed.pause.click()
  await feed.point(3)
  const [pointed, places] = [await feed.signatures(), await feed.places()]
  chain.grow(3)
  await feed.waiting(3)
  expect(await feed.signatures()).toEqual(pointed)
  expect(await feed.places(), 'no row moved under the pointer').toEqual(places)
  await page.mouse.move(0, 0)
  await feed.moved(pointed)

  await page.mouse.wheel(0, 1200)
  await expect(page.getByText('Paused: scrolled down')).toBeVisible()
  const scrolled = await feed.places()
  chain.grow(2)
  await feed.waiting(2)
  expect(await feed.places()).toEqual(scrolled)
  await feed.show.click()
  await expect(page.getByText('Paused: scrolled down')).toHaveCount(0)
  // Scrolled to the rows, not to the page's top: scroll anchoring would leave the reader below the new rows.
  await expect(feed.rows.first()).toBeInViewport()
  const shown = await feed.signatures()
  chain.grow(2)
  await feed.moved(shown)
  await expect(feed.rows.first()).toBeInViewport()
  expect(await feed.expectWhole()).toEqual(expect.arrayContaining(first))
})

test('by keyboard alone: pause, show what is new, and a row in focus holds the feed', { tag: '@nightly' }, async ({
  page,
}) => {
  const feed = readerOf(page)
  await feed.open(net.at('/latest'))
  await feed.pause.focus()
  await page.keyboard.press('Space')
  const paused = await feed.signatures()
  chain.grow(1)
  await feed.waiting(1)
  await page.keyboard.press('Tab')
  await expect(feed.show).toBeFocused()
  await page.keyboard.press('Enter')
  await feed.moved(paused)
  await expect(feed.show).toBeFocused()

  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await expect(feed.pause).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Link to these rows' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByText('Paused: focus in rows')).toBeVisible()
  const held = await feed.signatures()
  chain.grow(2)
  await feed.waiting(2)
  expect(await feed.signatures()).toEqual(held)
  await page.keyboard.press('Shift+Tab')
  await feed.moved(held)
  await feed.expectWhole()
})

const STALE = /data from \d\d:\d\d:\d\d UTC/

test('where rows cannot be read the place is marked, and the mark goes once they were', { tag: '@nightly' }, async ({
  page,
}) => {
  const feed = readerOf(page)
  await feed.open(net.at('/latest?limit=10'))
  net.indexer.fail(FAULTS.serverError)
  await feed.says(STALE)
  const before = await feed.signatures()
  chain.grow(60)
  net.indexer.fail(FAULTS.serverError, { only: ({ cursor }) => typeof cursor === 'string' })
  const gap = /^Gap: signatures between slots [\d,]+ and [\d,]+ may be missing\./
  await feed.says(gap)
  await expect(page.getByRole('link', { name: 'Show them' }).first()).toHaveAttribute(
    'href',
    /\/latest\?limit=10&cursor=/,
  )
  expect(await feed.signatures()).toEqual(expect.arrayContaining(before))
  net.indexer.fail(null)
  await feed.says(gap, false)
  await feed.expectWhole()
})

test('signatures per minute are drawn and said, and slots say how many they hold', { tag: '@slow' }, async ({
  page,
}) => {
  await page.goto(net.at('/latest?limit=250'))
  await expect(page.getByRole('img', { name: /^\d+ transactions a minute now, \d+ on average/ })).toBeVisible()
  await expect(page.getByText(/signatures in this slot/).first()).toBeAttached()
})

test('a page that nobody sees asks nothing', { tag: '@slow' }, async ({ page }) => {
  const feed = readerOf(page)
  await feed.open(net.at('/latest'))
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('getLatestCompressionSignatures')) requested.push(request.url())
  })
  chain.grow(60)
  for (let second = 0; second < 20; second++) await feed.hurry()
  expect(requested).toEqual([])
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'visibilityState')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  const count = async () => {
    await feed.hurry()
    return requested.length
  }
  await expect.poll(count).toBeGreaterThan(0)
  await feed.expectWhole()
})
