import { type FlakyIndexer, startFlakyIndexer } from '@/lib/testing/world/flaky-indexer'
import { type Leafscan, startLeafscan } from '@/lib/testing/world/leafscan'
import { FeedReader } from './feed-reader'
import { expect, test } from './page'

let indexer: FlakyIndexer
let explorer: Leafscan

test.beforeAll(async () => {
  indexer = await startFlakyIndexer({ LEDGER: 'sandbox' })
  explorer = await startLeafscan({ INDEXER_URL: `sandbox=${indexer.url}` })
})

test.afterAll(async () => {
  await explorer.stop()
  await indexer.stop()
})

/** Slots of 400 ms in a minute and in 20 s. */
const MINUTE = 150
const TWENTY_SECONDS = 50

for (const fails of [false, true]) {
  const title = fails ? ', the indexer failing for 20 s of it' : ''
  test(`two minutes of the sandbox, paused for one${title}: every signature once, in order, none moved`, async ({
    page,
  }) => {
    await page.goto(`${explorer.url}/latest`)
    const feed = new FeedReader(page, indexer.directUrl)
    const first = await feed.signatures()
    await feed.passes(MINUTE / 2, 90_000)
    expect(await feed.signatures()).not.toEqual(first)

    await feed.pause.click()
    await feed.point(5)
    const places = await feed.places()
    const rest = fails ? MINUTE - TWENTY_SECONDS : MINUTE
    await feed.passes(rest / 2, 90_000)
    if (fails) {
      indexer.fail('all')
      await feed.passes(TWENTY_SECONDS, 90_000)
      expect(await feed.places(), 'no row moved while the indexer failed').toEqual(places)
      indexer.fail('none')
    }
    await feed.passes(rest / 2, 90_000)
    expect(await feed.places(), 'no row moved under the pointer').toEqual(places)

    await page.mouse.move(0, 0)
    await feed.pause.click()
    await feed.moved(Object.keys(places))
    await feed.passes(MINUTE / 2, 90_000)
    const seen = await feed.expectWhole()
    await expect(page.getByText(/^Gap:/)).toHaveCount(0)
    // All of the two minutes is there, down to what the page began with.
    for (const signature of first) expect(seen).toContain(signature)
  })
}
