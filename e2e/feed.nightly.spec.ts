import { type FlakyIndexer, startFlakyIndexer } from '@/lib/testing/world/flaky-indexer'
import type { Joined } from '@/lib/testing/world/worlds'
import { FeedReader } from './feed-reader'
import { expect, test } from './live'

// feed.spec.ts shows the same of a chain that is many times as fast.
let indexer: FlakyIndexer
let net: Joined

test.beforeAll(async ({ live }) => {
  indexer = await startFlakyIndexer({ LEDGER: 'sandbox' })
  net = await live.join('feed-at-its-pace', indexer.url)
})

test.afterAll(async () => {
  await net?.leave()
  await indexer?.stop()
})

/** Slots of 400 ms in a minute and in 20 s. */
const MINUTE = 150
const TWENTY_SECONDS = 50

for (const fails of [false, true]) {
  const title = fails ? ', the indexer failing for 20 s of it' : ''
  test(`two minutes of the sandbox, paused for one${title}: every signature once, in order, none moved`, async ({
    page,
  }) => {
    await page.goto(net.at('/latest'))
    const feed = new FeedReader(page, indexer.directUrl)
    const first = await feed.signatures()
    await feed.passes(MINUTE / 2, 300_000)
    expect(await feed.signatures()).not.toEqual(first)

    await feed.pause.click()
    await feed.point(5)
    const places = await feed.places()
    const rest = fails ? MINUTE - TWENTY_SECONDS : MINUTE
    await feed.passes(rest / 2, 300_000)
    if (fails) {
      indexer.fail('all')
      await feed.passes(TWENTY_SECONDS, 300_000)
      expect(await feed.places(), 'no row moved while the indexer failed').toEqual(places)
      indexer.fail('none')
    }
    await feed.passes(rest / 2, 300_000)
    expect(await feed.places(), 'no row moved under the pointer').toEqual(places)

    await page.mouse.move(0, 0)
    await feed.pause.click()
    await feed.moved(Object.keys(places))
    await feed.passes(MINUTE / 2, 300_000)
    const seen = await feed.expectWhole()
    await expect(page.getByText(/^Gap:/)).toHaveCount(0)
    // All of the two minutes is there, down to what the page began with.
    for (const signature of first) expect(seen).toContain(signature)
  })
}
