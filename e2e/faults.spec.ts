import { expect, test } from '@playwright/test'
import { type Leafscan, startLeafscan } from './leafscan'
import { FAULTS, type Fault } from './stand-in/faults'
import { addressOf, hashOf, makeAccounts, makeSignatures, makeTokenAccounts } from './stand-in/fixtures'
import { StandIn } from './stand-in/stand-in'

const OWNER = addressOf('owner')
const DELEGATE = addressOf('delegate')
const HASH = hashOf('account with a life')
const ANSWER_WITHIN_MS = 10_000

/** What an indexer may do instead of answering, with words that the page must find for it. */
const FAILURES: [name: string, fault: Fault | 'stopped', words: RegExp][] = [
  ['is stopped', 'stopped', /cannot be reached/],
  ['hangs', FAULTS.hang, /did not answer in time/],
  ['answers 429', FAULTS.rateLimited('2'), /is busy/],
  ['answers 500', FAULTS.serverError, /The indexer failed/],
  ['answers HTML', FAULTS.htmlWith200, /could not be read/],
  ['answers truncated JSON', FAULTS.truncatedJson, /could not be read/],
  ['answers in a wrong shape', FAULTS.wrongShape, /could not verify/],
]

let indexer: StandIn
let leafscan: Leafscan

async function start(): Promise<void> {
  const latest = makeSignatures(60)
  indexer = await new StandIn({
    accounts: makeAccounts(OWNER, 60),
    tokenAccounts: makeTokenAccounts(DELEGATE, 20),
    latest,
    signatures: { [HASH]: latest.slice(0, 1) },
  }).start()
  leafscan = await startLeafscan({ INDEXER_URL: indexer.url, PROBE_SECONDS: '1' })
}

/** The indexer's slot moves, as a live one does. */
function keepMoving(): () => void {
  const timer = setInterval(() => {
    indexer.data.slot++
  }, 400)
  return () => clearInterval(timer)
}

async function breakWith(fault: Fault | 'stopped'): Promise<void> {
  if (fault === 'stopped') await indexer.stop()
  else indexer.fail(fault)
}

async function mend(): Promise<void> {
  indexer.fail(null)
  if (!(await isListening())) await indexer.start()
}

async function isListening(): Promise<boolean> {
  return fetch(indexer.url).then(
    () => true,
    () => false,
  )
}

let stopMoving: () => void

test.beforeAll(async () => {
  test.setTimeout(150_000)
  await start()
  stopMoving = keepMoving()
})

test.afterAll(async () => {
  stopMoving?.()
  await leafscan?.stop()
  await indexer?.stop()
})

test.afterEach(mend)

for (const [name, fault, words] of FAILURES) {
  test(`with an indexer that ${name}, every page answers in its failed state and recovers by itself`, async ({
    page,
    request,
  }) => {
    test.setTimeout(120_000)
    // Answers of the test before must not stand in for the failure.
    await page.waitForTimeout(3_500)
    await breakWith(fault)
    const pages = ['/', '/latest', `/owner/${OWNER}`, `/delegate/${DELEGATE}`, `/account/${HASH}`]
    const started = Date.now()
    const answers = await Promise.all(
      pages.map(async (at) => {
        const response = await request.get(leafscan.url + at, { timeout: 15_000 })
        return { at, status: response.status(), html: await response.text(), took: Date.now() - started }
      }),
    )
    for (const { at, status, html, took } of answers) {
      expect(status, at).toBe(200)
      expect(html, at).toMatch(words)
      expect(html, at).not.toMatch(/No live compressed account|Nothing is delegated|has not seen a compression/)
      expect(html, at).toContain('noindex')
      expect(took, at).toBeLessThan(ANSWER_WITHIN_MS)
    }
    for (const at of ['/status', '/help', `/search?q=${HASH}`]) {
      const response = await request.get(leafscan.url + at, { timeout: 15_000 })
      expect(response.status(), at).toBe(200)
    }

    await page.goto(`${leafscan.url}/owner/${OWNER}`)
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await mend()
    await expect(page.getByRole('table', { name: 'Compressed accounts' }).getByRole('row')).toHaveCount(51, {
      timeout: 30_000,
    })
    await expect(page.getByRole('alert').filter({ hasText: words })).toHaveCount(0)
  })
}

test('an open page keeps its rows when the indexer stops, the badge says unreachable and since when, and all recovers', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await page.goto(`${leafscan.url}/owner/${OWNER}`)
  const rows = page.getByRole('table', { name: 'Compressed accounts' }).getByRole('row')
  await expect(rows).toHaveCount(51)
  await expect(page.getByRole('link', { name: /^Indexer ok/ })).toBeVisible({ timeout: 30_000 })
  await indexer.stop()
  await expect(page.getByRole('link', { name: /^Indexer unreachable since .+/ })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'cannot be reached' })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('What you see below is the last good answer')).toBeVisible()
  await expect(rows).toHaveCount(51)
  await mend()
  await expect(page.getByText('What you see below is the last good answer')).toHaveCount(0, { timeout: 30_000 })
  await expect(page.getByRole('link', { name: /^Indexer ok/ })).toBeVisible({ timeout: 30_000 })
  await expect(rows).toHaveCount(51)
})
