import { addressOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { violationsOn } from './axe'
import { expect, test } from './live'

/* When accounts were created: design.md 4.3, and 5, "Time of a slot". */

const OWNER = addressOf('owner of 20')
const DELEGATE = addressOf('delegate of 20')
const LONG = addressOf('owner of 1,500')

/** A slot takes a second. Ten accounts are of the last minutes, ten of more than two hours ago. */
const NEWEST = 418_890_000
const NOW = Math.floor(Date.now() / 1_000)
const agoOf = (i: number) => (i % 2 === 0 ? 60 : 8_000) + i * 20
const timeOf = (i: number) => new Date((NOW - agoOf(i)) * 1_000).toISOString()

let net: JourneyNetwork
let unproven: JourneyNetwork

test.beforeAll(async ({ live }, { workerIndex }) => {
  const created = <R extends { slotCreated: number }>(row: R, i: number) => ({ ...row, slotCreated: NEWEST - agoOf(i) })
  const latest = makeSignatures(9_000, NEWEST, NOW)
  // Block times are remembered by the network's name.
  net = await live.network(`created-${workerIndex}`, {
    slot: NEWEST,
    latest,
    accounts: makeAccounts(OWNER, 20).map(created),
    tokenAccounts: makeTokenAccounts(DELEGATE, 20).map((row, i) => ({ ...row, account: created(row.account, i) })),
  })
  const accounts = makeAccounts(LONG, 1_500)
  unproven = await live.network(`created-in-part-${workerIndex}`, { slot: NEWEST, latest, paging: 'defect', accounts })
})

test.afterAll(async () => {
  await net?.leave()
  await unproven?.leave()
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a list says when, and shows what was created in the last hour, at an address that stays', async ({
      page,
    }) => {
      const cells = page.locator('td[data-label="Created"]')
      // A page does not wait long for look-ups of block times; the next one has them.
      await expect
        .poll(async () => {
          await page.goto(net.at(`/owner/${OWNER}`))
          return cells.nth(19).textContent()
        })
        .toMatch(/^2 h ago/)
      await expect(cells).toHaveCount(20)
      await expect(cells.nth(19).locator('data')).toHaveAttribute('value', String(NEWEST - agoOf(19)))
      for (const i of [0, 19]) await expect(cells.nth(i).locator('time')).toHaveAttribute('datetime', timeOf(i))

      await page.locator('summary', { hasText: /^Filters/ }).click()
      await page.getByRole('link', { name: 'Last hour' }).click()
      await expect(page).toHaveURL(/[?&]since=\d+$/)
      await expect(page).toHaveTitle(/, created since slot [\d,]+/)
      await expect(page.getByText('Rows 1–10 of 10', { exact: true })).toBeVisible()
      await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'descending')
      await expect(cells.first().locator('time')).toHaveAttribute('datetime', timeOf(0))
      const chip = page.getByRole('list', { name: 'Created' })
      await expect(chip).toContainText(/Created since 1 h ago\s*\(slot [\d,]+\)/)
      await page.getByText('Complete, details').click()
      await expect(page.getByText(/of its 20 rows 10 were created since slot/)).toBeVisible()
      if (javaScriptEnabled) expect(await violationsOn(page)).toEqual([])

      await chip.getByRole('link', { name: 'Remove the bound created since' }).click()
      await expect(page.getByText('Rows 1–20 of 20', { exact: true })).toBeVisible()
    })

    test('both ends are typed as times, ages or slots', async ({ page }) => {
      await page.goto(net.at(`/delegate/${DELEGATE}?limit=10`))
      await page.locator('summary', { hasText: /^Filters/ }).click()
      const form = page.getByRole('form', { name: 'Created' })
      await form.getByLabel('From').fill(timeOf(19).slice(0, 19))
      await form.getByLabel('Before').fill('1h')
      await form.getByRole('button', { name: 'Show' }).click()
      await expect(page).toHaveURL(new RegExp(`limit=10&cluster=[^&]*&since=${NEWEST - agoOf(19)}&until=\\d+$`))
      await expect(page.getByText('Rows 1–10 of 10', { exact: true })).toBeVisible()
      await page.locator('summary', { hasText: 'Export' }).click()
      const href = await page.getByRole('link', { name: 'CSV: All rows' }).getAttribute('href')
      const file = await page.request.get(new URL(href ?? '', page.url()).href)
      expect(await file.text()).toContain('rows: 10\r\n')

      const refused = await page.goto(net.at(`/owner/${OWNER}?since=soon`))
      expect(refused?.status()).toBe(400)
      await expect(page.getByText(/must be a slot, a time in UTC such as/)).toBeVisible()
      await page.goto(net.at(`/owner/${OWNER}?since=1h&until=2h`))
      await expect(page.getByText('the range since=1h until=2h ends before it starts')).toBeVisible()
      await page.goto(net.at(`/owner/${OWNER}?since=1h&until=${NEWEST - 9_000}`))
      await expect(page.getByText(/the range since=\d+ until=\d+ ends before it starts/)).toBeVisible()
    })

    test('where rows may be missing it says why it cannot, and leads to all rows', async ({ page }) => {
      await page.goto(unproven.at(`/owner/${LONG}?since=${NEWEST - 3_600}`))
      await expect(page.getByRole('heading', { name: 'Not available by time' })).toBeVisible()
      await expect(page.getByText(/not available because the indexer sorts by leaf index/)).toBeVisible()
      await page.getByRole('link', { name: 'Show all rows' }).click()
      await expect(page.getByText('Rows 1–50', { exact: true })).toBeVisible()
    })
  })
}
