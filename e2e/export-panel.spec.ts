import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import {
  announced,
  button,
  chooseNdjson,
  openPanel,
  panel,
  readCsv,
  readNdjson,
  rowsReach,
  rowsSoFar,
  save,
  withoutDisk,
} from './export-panel'
import { test as base, expect, type Page } from './live'
import { untilServed } from './served'

/* features.md a20 to a24. Exports across a restart: lifecycle.slow.spec.ts. */

const METHOD = 'getCompressedAccountsByOwner'
const OWNER = addressOf('exported owner of 5,200')
const SMALL = addressOf('exported owner of 130')
const DELEGATE = addressOf('exported delegate of 1,300')

const BUSY = {
  status: 503,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Indexer busy',
    status: 503,
    code: 'upstream_rate_limited',
    detail: 'The indexer is rate limiting this explorer.',
    retryable: true,
    retryAfterMs: 2_000,
  }),
}

const accounts = [...makeAccounts(OWNER, 5_200), ...makeAccounts(SMALL, 130)]
const hashes = accounts.filter(({ owner }) => owner === OWNER).map(({ hash }) => hash)

/** One network per test: a pause requested by its indexer must not affect the next test. */
const test = base.extend<{ net: JourneyNetwork }>({
  net: async ({ live }, use, { testId }) => {
    const tokenAccounts = makeTokenAccounts(DELEGATE, 1_300)
    const net = await live.network(`export-${testId.slice(-8)}`, {
      accounts,
      tokenAccounts,
      latest: makeSignatures(1_400),
    })
    await use(net)
    await net.leave()
  },
})

async function withDisk(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const picker = async ({ suggestedName }: { suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })
    Object.assign(globalThis, { showSaveFilePicker: picker })
  })
}

function diskOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const files: Record<string, string> = {}
    const folder = (await navigator.storage.getDirectory()) as unknown as {
      values(): AsyncIterable<FileSystemFileHandle>
    }
    for await (const handle of folder.values()) files[handle.name] = await (await handle.getFile()).text()
    return files
  })
}

test('written to disk as rows come; cancelled, nothing is left of it; on request the part so far, which can be gone on with', {
  tag: '@nightly',
}, async ({ page, net }) => {
  await withDisk(page)
  await openPanel(page, net.at(`/owner/${OWNER}?limit=25`))
  net.indexer.script(METHOD, null, FAULTS.rateLimited('3'))
  await button(page, 'Start').click()
  await expect(announced(page)).toHaveText(/^Export interrupted: Indexer busy/)
  await button(page, 'Cancel and discard').click()
  await expect(announced(page)).toHaveText('Export cancelled. Nothing was saved.')
  expect(await diskOf(page)).toEqual({})

  await button(page, 'New export').click()
  await chooseNdjson(page)
  net.indexer.script(METHOD, null, FAULTS.rateLimited('3'))
  await button(page, 'Start').click()
  await rowsReach(page, 1_000)
  await expect(announced(page)).toHaveText(/^Export interrupted: Indexer busy/)
  await button(page, 'Save partial file').click()
  await expect(announced(page)).toHaveText(/^Export ended\. The first [\d,]+ rows are saved, marked incomplete\.$/)
  const rowsBefore = await rowsSoFar(page)
  const [part = ''] = Object.values(await diskOf(page))
  const { hashes: first, end } = readNdjson(part)
  expect(end).toMatchObject({ complete: false, rows: rowsBefore })

  const rest = net.at(`/owner/${OWNER}?limit=10&cursor=${end.cursor}`)
  // While the indexer requests a pause there is no list to export.
  await untilServed(rest, 'Export…')
  await openPanel(page, rest)
  await panel(page)
    .getByLabel(`From this page on: row ${(rowsBefore + 1).toLocaleString('en-US')} to the last`)
    .check()
  await chooseNdjson(page)
  await button(page, 'Start').click()
  await expect(announced(page)).toHaveText(/^Export finished: [\d,]+ rows. Complete.$/)
  const second = Object.values(await diskOf(page)).find((text) => text !== part) ?? ''
  expect([...first, ...readNdjson(second).hashes]).toEqual(hashes)
})

test('this page: the rows on the screen, as CSV; the size of a known list, and what it will cost', async ({
  page,
  net,
}) => {
  await withoutDisk(page)
  await page.goto(net.at(`/owner/${SMALL}?limit=50`))
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Rows 51–100')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Rows 101–130')).toBeVisible()
  await page.getByRole('button', { name: 'Export…' }).click()
  await expect(panel(page)).toContainText('All rows: 130')
  await expect(panel(page)).toContainText('About 1 request to the indexer.')
  await panel(page).getByLabel('This page: rows 101 to 130').check()
  const { text } = await save(page, () => button(page, 'Start').click())
  const shown = await page.locator('a[aria-expanded]').evaluateAll((links) => links.map((link) => link.id))
  expect(shown).toHaveLength(30)
  expect(readCsv(text).map(({ hash }) => hash)).toEqual(shown)
  expect(text).toContain('# ONE PAGE OF A LIST: rows 101 to 130\r\n')
  await expect(announced(page)).toHaveText('Export finished: 30 rows. One page.')
})

test('all token accounts, by keyboard alone, while other pages are looked at', async ({ page, net }) => {
  const heading = page.getByRole('heading', { name: 'Export token accounts of this delegate' })
  await withoutDisk(page)
  await page.goto(net.at(`/delegate/${DELEGATE}?limit=10`))
  const opener = page.getByRole('button', { name: 'Export…' })
  await opener.focus()
  await expect(opener).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await expect(heading).toBeVisible()
  await page.route(/\/export\?/, (route) => route.fulfill(BUSY), { times: 1 })
  for (const _ of ['CSV', 'NDJSON', 'rows', 'format', 'proof', 'comments', 'Start']) await page.keyboard.press('Tab')
  await expect(button(page, 'Start')).toBeFocused()
  const { text } = await save(page, async () => {
    await page.keyboard.press('Enter')
    await expect(heading).toBeFocused()
    await expect(announced(page)).toHaveText('Export interrupted: Indexer busy. It resumes automatically.')
    await page.getByRole('link', { name: 'Help' }).click()
    await expect(page).toHaveURL(/help/)
  })
  expect(readCsv(text)).toHaveLength(1_300)
  await page.goBack()
  await page.getByRole('button', { name: 'Export…' }).click()
  await expect(panel(page)).toContainText('1,300 rows')
  await expect(button(page, 'New export')).toBeVisible()
})
