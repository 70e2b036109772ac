import { addressOf, hashOf, makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { clipboardText } from './clipboard'
import { expect, type Page, test } from './live'
import { allScriptsRun } from './page'

/* No locator is clicked here. Other keyboard journeys are in their features' specs. WCAG 2.1.1, 2.1.2. */

test.describe.configure({ mode: 'serial' })
test.slow()

const OWNER = addressOf('owner')
const ACCOUNT = hashOf('an account')
let net: JourneyNetwork
const at = (path: string) => net.at(path)

test.beforeAll(async ({ live }) => {
  const latest = makeSignatures(60)
  net = await live.network('keyboard', {
    accounts: makeAccounts(OWNER, 60),
    latest,
    signatures: { [ACCOUNT]: latest.slice(3, 5) },
  })
})

test.afterAll(() => net?.leave())

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document
    return (at?.getAttribute('aria-label') ?? at?.textContent ?? '').replace(/\s+/g, ' ').trim()
  })

async function tabTo(page: Page, name: RegExp, { back = false, most = 80 } = {}): Promise<void> {
  const met: string[] = []
  for (let n = 0; n < most; n++) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    const at = await focused(page)
    if (name.test(at)) return
    met.push(at.slice(0, 40))
  }
  throw new Error(`Tab never came to ${name}; it met ${met.join(' · ')}`)
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(at(path))
  await allScriptsRun(page)
}

test('the first stop leads past the head; a search and the badge are stops after it', async ({ page }) => {
  await open(page, `/owner/${OWNER}`)
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Skip to content')
  await page.keyboard.press('Enter')
  await tabTo(page, /^Copy/, { most: 1 })
  await page.keyboard.press('Home')
  await tabTo(page, /^Leafscan, home/, { back: true, most: 12 })
  await page.keyboard.press('Tab')
  await page.keyboard.insertText(ACCOUNT)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/account/${ACCOUNT}`))
  await tabTo(page, /^Indexer/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/status/)
})

test('the network is changed, with the place kept', async ({ page }) => {
  await open(page, `/owner/${OWNER}?limit=25`)
  await tabTo(page, /^Network/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^devnet/, { most: 3 })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/limit=25&cluster=devnet$/)
})

test('a link is shared: the dialog takes the focus, keeps it and gives it back', async ({ page }) => {
  await open(page, `/account/${ACCOUNT}`)
  await tabTo(page, /^Share$/)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Share this page' })
  await expect(dialog).toBeVisible()
  await tabTo(page, /^Copy link$/, { most: 8 })
  await page.keyboard.press('Enter')
  expect(await clipboardText(page.context())).toContain(`/account/${ACCOUNT}?cluster=keyboard&takenAt=`)
  for (let n = 0; n < 25; n++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main, header, footer') !== null)).toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await focused(page)).toBe('Share')
})

test('an owner is watched and named, and found again on the home page', { tag: '@slow' }, async ({ page }) => {
  await open(page, `/owner/${OWNER}`)
  await tabTo(page, /^Watch$/)
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Watch', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await tabTo(page, /^Label$/, { most: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Your label')).toBeFocused()
  await page.keyboard.type('savings of the house')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Label saved')
  await page.keyboard.press('Escape')
  expect(await focused(page)).toBe('Label')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page).toHaveURL(at('/'))
  await tabTo(page, new RegExp(OWNER))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('savings of the house')
})
