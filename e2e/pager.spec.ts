import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { expect, type Page, test } from './live'
import { allScriptsRun } from './page'

/* Pages turned in the browser. components/listing/turn-pages.ts */

const OWNER = addressOf('owner of 260 pages turned')

let net: JourneyNetwork

test.beforeAll(async ({ live }) => {
  net = await live.network('pager', { accounts: makeAccounts(OWNER, 260) })
})

test.afterAll(() => net?.leave())

const link = (page: Page, name: string) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name })

const hashes = (page: Page) =>
  page
    .getByRole('table', { name: 'Compressed accounts' })
    .locator('a[aria-expanded]')
    .evaluateAll((links) => links.map((each) => each.id))

const rowsOf = (number: number) =>
  net.indexer.data.accounts.slice(number * 25 - 25, number * 25).map(({ hash }) => hash)

async function open(page: Page): Promise<void> {
  await page.goto(net.at(`/owner/${OWNER}?limit=25`))
  await allScriptsRun(page)
}

/** Ends once the page has read the whole response. */
async function prepared(page: Page, name: string): Promise<void> {
  await link(page, name).hover()
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some((entry) => /getCompressedAccountsByOwner.*cursor=/.test(entry.name) && !entry.name.includes('proof=')),
  )
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
}

const showsPage = (page: Page, number: number) =>
  expect(page.getByText(`Rows ${number * 25 - 24}–${Math.min(number * 25, 260)} of 260`)).toBeVisible()

/** What the server draws beside the rows. */
const surroundings = (page: Page) =>
  page.evaluate(() => ({
    title: document.title,
    line: document.querySelector('.list-line strong')?.textContent,
    links: [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label="Pages"] a')].map(({ href }) => href),
    columns: document.querySelector<HTMLInputElement>('form[aria-label="Columns"] input[name="cursor"]')?.value,
    share: document.querySelector<HTMLElement>('[data-share]')?.dataset.share,
  }))

test('a page asked for on hover is there at the click, without a request, and what stands around it follows', async ({
  page,
}) => {
  await open(page)
  await prepared(page, 'Next')
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  const requests: string[] = []
  await page.route(/\/(?:owner|api\/v1\/getCompressed)/, async (route) => {
    requests.push(route.request().url())
    await held
    await route.continue()
  })
  await link(page, 'Next').click()
  await showsPage(page, 2)
  expect(await hashes(page)).toEqual(rowsOf(2))
  expect(requests.filter((url) => url.includes('/api/'))).toEqual([])
  const { line, links } = await surroundings(page)
  expect(page.url()).toContain('cursor=')

  letThrough()
  await expect(page).toHaveTitle(/rows 26 to 50 of 260/)
  const followed = await surroundings(page)
  expect(followed).toMatchObject({ line, links })
  const fresh = await page.context().newPage()
  await fresh.goto(page.url())
  expect(await surroundings(fresh)).toEqual(followed)
})

test('pages are turned by keyboard, back and forward, and by First, in the order of the list', async ({ page }) => {
  await open(page)
  await link(page, 'Next').focus()
  for (const number of [2, 3, 4]) {
    await page.keyboard.press('Enter')
    await showsPage(page, number)
    expect(await hashes(page)).toEqual(rowsOf(number))
    await expect(page).toHaveTitle(new RegExp(`rows ${number * 25 - 24} to`))
  }
  for (const number of [3, 2, 1]) {
    await page.goBack()
    await showsPage(page, number)
    expect(await hashes(page)).toEqual(rowsOf(number))
  }
  await page.goForward()
  await showsPage(page, 2)
  expect(await hashes(page)).toEqual(rowsOf(2))
  await link(page, 'First').click()
  await showsPage(page, 1)
  await page.reload()
  await page.goBack()
  await showsPage(page, 2)
  expect(await hashes(page)).toEqual(rowsOf(2))
})

test('offline, pages at hand are turned and come back with their place; what stands around them follows later', async ({
  page,
}) => {
  await open(page)
  await prepared(page, 'Next')
  await page.context().setOffline(true)
  const before = await page.evaluate(() => scrollY)
  await link(page, 'Next').click()
  await showsPage(page, 2)
  expect(await hashes(page)).toEqual(rowsOf(2))
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await showsPage(page, 1)
  expect(await hashes(page)).toEqual(rowsOf(1))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
  await page.goForward()
  await showsPage(page, 2)
  await expect(page).not.toHaveTitle(/rows 26/)
  await page.context().setOffline(false)
  await expect(page).toHaveTitle(/rows 26 to 50 of 260/)
  expect(await hashes(page)).toEqual(rowsOf(2))
})

test('offline, what needs the network says so and stays: links, by key, in a new tab, forms; back online they lead on', async ({
  page,
  context,
}) => {
  await open(page)
  const here = page.url()
  const latest = page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Latest' })
  const said = page.getByText('You are offline. This page needs the network.')
  const stays = async () => {
    await expect(said).toBeVisible()
    expect(page.url()).toBe(here)
    await showsPage(page, 1)
    await expect(said).toBeHidden()
  }
  await context.setOffline(true)
  await link(page, 'Next').click()
  await stays()
  await latest.focus()
  await page.keyboard.press('Enter')
  await stays()
  await latest.click({ modifiers: ['ControlOrMeta'] })
  await stays()
  await latest.click({ button: 'middle' })
  await stays()
  await page.locator('header summary').click()
  await page.locator('header details a').first().click()
  await stays()
  expect(context.pages()).toHaveLength(1)
  await page.getByRole('searchbox', { name: 'Search' }).fill('anything')
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter')
  await stays()
  await page.getByText('Columns', { exact: true }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await stays()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await stays()

  // What needs no network.
  await page.locator('.opener a').first().click()
  await expect(page.locator('.row-detail')).toBeVisible()
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page).toHaveURL(/#content$/)
  await expect(said).toBeHidden()

  await context.setOffline(false)
  await link(page, 'Next').click()
  await showsPage(page, 2)
})

test('a browser that believes it is offline follows links to a host on its machine', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
  await open(page)
  await link(page, 'Next').click()
  await showsPage(page, 2)
  await page.getByRole('searchbox', { name: 'Search' }).fill('anything')
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter')
  await expect(page).toHaveURL(/\/search\?q=anything/)
})

test('a page that was not asked for, or failed, opens as a link does', async ({ page }) => {
  await open(page)
  await page.route('**/api/v1/getCompressedAccountsByOwner*', (route) => route.fulfill({ status: 503, body: 'no' }))
  await link(page, 'Next').hover()
  await link(page, 'Next').click()
  await showsPage(page, 2)
  expect(await hashes(page)).toEqual(rowsOf(2))
  await expect(page).toHaveTitle(/rows 26 to 50 of 260/)
})

test('a link that is followed right after a page was turned leads on', async ({ page }) => {
  await open(page)
  await prepared(page, 'Next')
  await page.route('**/latest*', async (route) => {
    // The page turned would follow meanwhile.
    await page.waitForTimeout(400)
    await route.continue()
  })
  await link(page, 'Next').click()
  await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Latest' }).click()
  await page.waitForURL(/\/latest/)
  await page.goBack()
  await showsPage(page, 2)
  await expect(page).toHaveTitle(/rows 26 to 50 of 260/)
})
