import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { StandIn } from '@/lib/testing/stand-in/stand-in'
import { type Leafscan, startLeafscan } from '@/lib/testing/world/leafscan'
import { csvFields, csvRecords } from '../lib/export/csv'
import { freePort } from '../scripts/free-port.mjs'
import { violationsOn } from './axe'
import { expect, type Page, test } from './page'

/* The export panel: a part of a list or all of it, with progress, pauses and failures. features.md a20 to a24. */

const METHOD = 'getCompressedAccountsByOwner'
const OWNER = addressOf('exported owner of 5,200')
const SMALL = addressOf('exported owner of 130')
const DELEGATE = addressOf('exported delegate of 1,300')

/** The explorer's own answer while its indexer wants a pause. */
const BUSY = {
  status: 503,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    type: 'about:blank',
    title: 'Indexer busy',
    status: 503,
    code: 'upstream_rate_limited',
    detail: 'The indexer is asked too often and wants a pause.',
    retryable: true,
    retryAfterMs: 2_000,
  }),
}

let indexer: StandIn
let leafscan: Leafscan
let port: number

test.beforeAll(async () => {
  test.setTimeout(150_000)
  indexer = await new StandIn({
    accounts: [...makeAccounts(OWNER, 5_200), ...makeAccounts(SMALL, 130)],
    tokenAccounts: makeTokenAccounts(DELEGATE, 1_300),
    latest: makeSignatures(1_400),
  }).start()
  port = await freePort()
  leafscan = await startExplorer()
})

test.afterAll(async () => {
  await leafscan?.stop()
  await indexer?.stop()
})

test.afterEach(() => {
  indexer.script(METHOD)
  indexer.fail(null)
})

const startExplorer = () =>
  startLeafscan({ INDEXER_URL: indexer.url, INDEXER_RATE: '100', PORT: String(port), PROBE_SECONDS: '3600' })

/** A browser that saves at the end, as those without a way to write to disk do. */
async function withoutDisk(page: Page): Promise<void> {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
}

/** A browser that writes to disk at once; the reader's choice of a place is made for them. */
async function withDisk(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const picker = async ({ suggestedName }: { suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })
    Object.assign(globalThis, { showSaveFilePicker: picker })
  })
}

/** Files that the browser has on that disk, by name. */
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

async function openPanel(page: Page, path: string): Promise<void> {
  // While the indexer still wants a pause there is no list, and nothing to export.
  await expect(async () => {
    await page.goto(leafscan.url + path)
    await page.getByRole('button', { name: 'Export …' }).click({ timeout: 1_000 })
  }).toPass()
  await expect(page.getByRole('heading', { name: /^Export / })).toBeVisible()
}

const panel = (page: Page) => page.getByRole('region', { name: /^Export / })
const announced = (page: Page) => panel(page).getByRole('status')
const button = (page: Page, name: string) => panel(page).getByRole('button', { name })
const hashesOf = (owner: string) => indexer.data.accounts.filter((row) => row.owner === owner).map(({ hash }) => hash)

async function save(page: Page, begin: () => Promise<void>): Promise<{ name: string; text: string }> {
  const saving = page.waitForEvent('download')
  await begin()
  const download = await saving
  return { name: download.suggestedFilename(), text: fs.readFileSync(await download.path(), 'utf8') }
}

interface End {
  rows: number
  complete: boolean | null
  cursor: string | null
  seams?: { afterRow: number; reason: string }[]
  sha256: string
}

/** Rows and end of an NDJSON file, its digest and its count checked. */
function readNdjson(text: string): { hashes: string[]; end: End } {
  const lines = text.trimEnd().split('\n').slice(1)
  const { end } = JSON.parse(lines.pop() ?? '') as { end: End }
  expect(end.sha256).toBe(
    createHash('sha256')
      .update(text.slice(0, text.lastIndexOf('{"end"')))
      .digest('hex'),
  )
  expect(end.rows).toBe(lines.length)
  return { hashes: lines.map((line) => JSON.parse(line).hash), end }
}

/** Rows of a CSV file by its columns, without its remarks. */
function readCsv(text: string): Record<string, string>[] {
  const [names = [], ...rows] = csvRecords(text)
    .filter((record) => !/^"?# /.test(record))
    .map(csvFields)
  return rows.map((fields) => Object.fromEntries(fields.map((field, i) => [names[i], field])))
}

/** Rows that the panel counts at this moment. */
async function rowsSoFar(page: Page): Promise<number> {
  const [, rows = ''] = /([\d,]+) rows/.exec((await panel(page).textContent()) ?? '') ?? []
  return Number(rows.replaceAll(',', ''))
}

/** Waits until at least so many rows are there. */
const rowsReach = (page: Page, rows: number) => expect.poll(() => rowsSoFar(page)).toBeGreaterThanOrEqual(rows)

test('5,200 rows through a refusal, a pause and another explorer: each once, in order, seams said, digest right', {
  tag: '@slow',
}, async ({ page }) => {
  await withoutDisk(page)
  await openPanel(page, `/owner/${OWNER}?limit=10`)
  await expect(panel(page)).toContainText('How many rows follow, the indexer tells only at the end')
  await panel(page)
    .getByLabel(/^NDJSON/)
    .check()
  indexer.script(METHOD, null, FAULTS.rateLimited('3'), null, FAULTS.hang)
  await button(page, 'Start').click()
  await expect(announced(page)).toHaveText('Export interrupted: Indexer busy. It goes on by itself.')
  await expect(panel(page)).toContainText(/Goes on by itself in \d s/)
  await expect(button(page, 'Resume now')).toHaveAttribute('aria-disabled', 'true')
  const refusedAfter = await rowsSoFar(page)

  await rowsReach(page, refusedAfter + 1_000)
  await button(page, 'Pause').click()
  await expect(announced(page)).toHaveText(/^Export paused after [\d,]+ rows.$/)
  const pausedAfter = await rowsSoFar(page)
  indexer.script(METHOD, null, FAULTS.hang, FAULTS.hang)
  await button(page, 'Resume').click()
  await rowsReach(page, pausedAfter + 1_000)

  // The explorer goes away in the middle of a part; another one, which remembers nothing, takes its place.
  await leafscan.stop()
  await expect(announced(page)).toHaveText(/^Export interrupted: /)
  const stoppedAfter = await rowsSoFar(page)
  indexer.script(METHOD)
  const { name, text } = await save(page, async () => {
    leafscan = await startExplorer()
  })
  expect(name).toMatch(/^leafscan-default-getCompressedAccountsByOwner-.*\.ndjson$/)
  await expect(announced(page)).toHaveText('Export finished: 5,200 rows. Complete.')
  const { hashes, end } = readNdjson(text)
  expect(hashes).toEqual(hashesOf(OWNER))
  expect(end).toMatchObject({ complete: true, cursor: null })
  expect(end.seams?.map(({ afterRow, reason }) => [afterRow, reason])).toEqual([
    [refusedAfter, 'indexer busy'],
    [pausedAfter, 'paused by the reader'],
    // An explorer that is told to leave may still tell what its indexer did.
    [stoppedAfter, expect.stringMatching(/^(explorer unreachable|indexer too slow)$/)],
  ])
})

test('written to disk as rows come; cancelled, nothing is left of it; on request the part so far, which can be gone on with', {
  tag: '@slow',
}, async ({ page }) => {
  await withDisk(page)
  await openPanel(page, `/owner/${OWNER}?limit=25`)
  indexer.script(METHOD, null, FAULTS.rateLimited('3'))
  await button(page, 'Start').click()
  await expect(announced(page)).toHaveText(/^Export interrupted: Indexer busy/)
  await button(page, 'Cancel, keep nothing').click()
  await expect(announced(page)).toHaveText('Export cancelled. Nothing was saved.')
  expect(await diskOf(page)).toEqual({})

  await button(page, 'Another export').click()
  await panel(page)
    .getByLabel(/^NDJSON/)
    .check()
  indexer.script(METHOD, null, FAULTS.rateLimited('3'))
  await button(page, 'Start').click()
  await rowsReach(page, 1_000)
  await expect(announced(page)).toHaveText(/^Export interrupted: Indexer busy/)
  await button(page, 'Save the part so far').click()
  await expect(announced(page)).toHaveText(/^Export ended: the first [\d,]+ rows are saved, as incomplete.$/)
  const kept = await rowsSoFar(page)
  const [part = ''] = Object.values(await diskOf(page))
  const { hashes, end } = readNdjson(part)
  expect(end).toMatchObject({ complete: false, rows: kept })

  await openPanel(page, `/owner/${OWNER}?limit=10&cursor=${end.cursor}`)
  await panel(page)
    .getByLabel(`From here on: row ${(kept + 1).toLocaleString('en-US')} to the last`)
    .check()
  await panel(page)
    .getByLabel(/^NDJSON/)
    .check()
  await button(page, 'Start').click()
  await expect(announced(page)).toHaveText(/^Export finished: [\d,]+ rows. Complete.$/)
  const rest = Object.values(await diskOf(page)).find((text) => text !== part) ?? ''
  expect([...hashes, ...readNdjson(rest).hashes]).toEqual(hashesOf(OWNER))
})

test('this page: the rows on the screen, as CSV; the size of a known list, and what it will cost', async ({ page }) => {
  await withoutDisk(page)
  await page.goto(`${leafscan.url}/owner/${SMALL}?limit=50`)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Rows 51–100')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Rows 101–130')).toBeVisible()
  await page.getByRole('button', { name: 'Export …' }).click()
  await expect(panel(page)).toContainText('All pages, from the first row: 130 rows')
  await expect(panel(page)).toContainText('About 1 request to the indexer, about 1 s at the present plan.')
  await panel(page).getByLabel('This page: rows 101 to 130').check()
  const { text } = await save(page, () => button(page, 'Start').click())
  const shown = await page.locator('a[aria-expanded]').evaluateAll((links) => links.map((link) => link.id))
  expect(shown).toHaveLength(30)
  expect(readCsv(text).map(({ hash }) => hash)).toEqual(shown)
  expect(text).toContain('# ONE PAGE OF A LIST: rows 101 to 130\r\n')
  await expect(announced(page)).toHaveText('Export finished: 30 rows. One page.')
})

for (const [what, path, rows, heading, tag] of [
  ['token accounts', `/delegate/${DELEGATE}`, 1_300, 'Export token accounts of this delegate', []],
  ['signatures', '/latest', 1_400, 'Export signatures that the indexer has', ['@slow']],
] as const) {
  test(`all ${what}, by keyboard alone, while other pages are looked at`, { tag: [...tag] }, async ({ page }) => {
    await withoutDisk(page)
    await page.goto(`${leafscan.url}${path}?limit=10`)
    const opener = page.getByRole('button', { name: 'Export …' })
    await opener.focus()
    await expect(opener).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Enter')
    await expect(opener).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await page.route(/\/export\?/, (route) => route.fulfill(BUSY), { times: 1 })
    // Links of CSV and NDJSON come before the panel.
    for (const _ of ['CSV', 'NDJSON', 'rows', 'format', 'Start']) await page.keyboard.press('Tab')
    await expect(button(page, 'Start')).toBeFocused()
    const { text } = await save(page, async () => {
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: heading })).toBeFocused()
      await expect(announced(page)).toHaveText('Export interrupted: Indexer busy. It goes on by itself.')
      await page.getByRole('link', { name: 'Help' }).click()
      await expect(page).toHaveURL(/help/)
    })
    expect(readCsv(text)).toHaveLength(rows)
    await page.goBack()
    await page.getByRole('button', { name: 'Export …' }).click()
    await expect(panel(page)).toContainText(`${rows.toLocaleString('en-US')} rows`)
    await expect(button(page, 'Another export')).toBeVisible()
  })
}

test('axe finds nothing in the open panel: before, waiting, paused and done, on a phone and a wide screen, in both themes', {
  tag: '@slow',
}, async ({ page }) => {
  await withoutDisk(page)
  async function looksRight(state: string) {
    for (const [width, colorScheme] of [
      [390, 'dark'],
      [1280, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 860 })
      await page.emulateMedia({ colorScheme })
      expect(await violationsOn(page), `${state} at ${width}, ${colorScheme}`).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${state} sideways at ${width}`).toBeLessThanOrEqual(0)
    }
  }
  await openPanel(page, `/owner/${OWNER}?limit=10`)
  await looksRight('before')
  indexer.script(METHOD, null, FAULTS.rateLimited('30'))
  await button(page, 'Start').click()
  await expect(announced(page)).toHaveText(/^Export interrupted/)
  await looksRight('waiting')
  await button(page, 'Save the part so far').click()
  await expect(announced(page)).toHaveText(/^Export ended/)
  await looksRight('kept')
})
