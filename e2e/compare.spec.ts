import { addressOf, makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'
import { trueAccount } from '@/lib/testing/true-rows'
import type { Joined } from '@/lib/testing/world/worlds'
import { expectAccessible } from './axe'
import { expect, test } from './live'

/* Issue 28, part 2. */

const OWNER = addressOf('compared owner')
const accounts = makeAccounts(OWNER, 30).map(trueAccount)

let net: Joined

test.beforeAll(async ({ live }) => {
  const wrong = accounts
    .filter(({ leafIndex }) => leafIndex !== 7)
    .map((row) => (row.leafIndex === 3 ? { ...row, lamports: row.lamports + 1n } : row))
  const latest = makeSignatures(20)
  net = await live.twoIndexers('twice', [
    { accounts, latest },
    { accounts: wrong, latest },
  ])
})
test.afterAll(() => net?.leave())

test('an owner of whom one indexer lacks a row and has another amount in one', async ({ page }) => {
  await page.goto(net.at('/compare'))
  await page.getByLabel('Owner, delegate or account hash').fill(OWNER)
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'disagree' })).toContainText(
    'twice#1 and twice#2 disagree: 1 account with other values (lamports), 1 account only on twice#1.',
  )
  const table = page.getByRole('table', { name: 'Differences' })
  const changed = table.getByRole('row').filter({ hasText: 'lamports' })
  await expect(changed).toContainText('content matches the hash')
  await expect(changed).toContainText('wrong: does not match the hash')
  await expect(changed.getByRole('cell').last()).toHaveText('twice#1')
  await expect(table.getByRole('row').filter({ hasText: 'missing' })).toContainText('it knows no such hash')
  await expectAccessible(page)
  const json = await page.request.get(
    new URL((await page.getByRole('link', { name: 'As JSON' }).getAttribute('href')) ?? '', page.url()).href,
  )
  expect(await json.json()).toMatchObject({ result: { verdict: 'differs', differencesFound: 2 } })
})

test('latest transactions, which are equal, and what a form left out', async ({ page }) => {
  await page.goto(net.at('/compare?what=latest'))
  await expect(page.getByText('agree on all 20 transactions')).toBeVisible()
  await page.goto(net.at('/compare?what=owner'))
  await expect(page.getByText('the owner is missing')).toBeVisible()
})

test('a network with one indexer says what it takes', async ({ page, live }) => {
  const response = await page.goto(`${live.url}/compare?what=slot`)
  expect(response?.status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'This network has one indexer' })).toBeVisible()
})
