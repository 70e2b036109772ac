import { violationsOn } from './axe'
import { examplePath } from './examples'
import { layoutShift } from './layout-shift'
import { allScriptsRun, type Page } from './page'
import { refusals } from './refusals'
import { expect, test } from './test'

/* Theme and form of times. components/reader/display.ts */

const [LIGHT, DARK] = ['rgb(250, 250, 246)', 'rgb(14, 19, 16)']
const DATE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

const chrome = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].find(
        ({ media }) => matchMedia(media).matches,
      )?.content,
  )

async function choose(page: Page, option: string): Promise<void> {
  await allScriptsRun(page)
  const button = page.getByRole('button', { name: 'Theme and times' })
  await button.click()
  await page.getByRole('dialog').getByRole('radio', { name: option }).check()
  expect(await violationsOn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
}

/** As at the first paint: without any script but those in the HTML. */
async function openUnscripted(page: Page, path: string): Promise<void> {
  await page.route('**/_next/static/**/*.js', (route) => route.abort())
  await page.goto(path, { waitUntil: 'load' })
}

test('a theme is chosen once, and is there before the first paint of each page; print is light', async ({ page }) => {
  const refused = refusals(page)
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.body) return
      watch.disconnect()
      Object.assign(window, { themeAtBody: document.documentElement.dataset.display })
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  await page.goto('/help')
  expect(await ground(page)).toBe(LIGHT)
  await choose(page, 'Dark')
  expect([await ground(page), await chrome(page)]).toEqual([DARK, '#141a16'])
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
  await page.emulateMedia({ media: 'screen' })

  await openUnscripted(page, '/latest')
  expect(await page.evaluate('themeAtBody')).toBe('dark')
  expect(await ground(page)).toBe(DARK)
  await page.unroute('**/_next/static/**/*.js')

  await page.reload()
  await allScriptsRun(page)
  expect(await chrome(page)).toBe('#141a16')
  await page.emulateMedia({ colorScheme: 'dark' })
  await choose(page, 'Light')
  expect([await ground(page), await chrome(page)]).toEqual([LIGHT, '#ffffff'])
  await choose(page, 'As the system')
  expect([await ground(page), await chrome(page)]).toEqual([DARK, '#141a16'])
  expect(refused.filter((message) => !message.includes('Failed to load'))).toEqual([])
})

test('times become dates, with their age on hover, before the first paint and without a move', async ({ page }) => {
  const refused = refusals(page)
  await page.goto(`${examplePath('owner')}?limit=10`)
  const time = page.locator('main td time').first()
  await expect(time).toContainText(' ago')
  await expect(time).toHaveAttribute('title', /Z($|,)/)
  await choose(page, 'Absolute')
  await expect(time).toHaveText(DATE)
  await expect(time).toHaveAttribute('title', / ago($|,)/)

  for (const path of [`${examplePath('owner')}?limit=10`, '/latest?limit=10']) {
    await openUnscripted(page, path)
    const [drawn, date, text] = await time.evaluate((element: HTMLTimeElement) => [
      getComputedStyle(element, '::after').content,
      JSON.stringify(element.dateTime),
      element.innerText.trim(),
    ])
    expect([drawn, text], path).toEqual([date, ''])
    await page.unroute('**/_next/static/**/*.js')
    await page.goto(path)
    await expect(time).toHaveText(DATE)
    expect(await layoutShift(page, 'UTC', 'tr, td, time')).toBe(0)
  }
  await choose(page, 'Relative')
  await expect(time).toContainText(' ago')
  expect(refused.filter((message) => !message.includes('Failed to load'))).toEqual([])
})

test('storage that is blocked or holds something else means the system’s theme, without an error', async ({ page }) => {
  const refused = refusals(page)
  await page.goto('/help')
  await page.evaluate(() => {
    localStorage.setItem('leafscan.display', 'darkest "><img src=x onerror=alert(1)>')
  })
  await page.reload()
  expect(await ground(page)).toBe(LIGHT)
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  await page.reload()
  expect(await ground(page)).toBe(LIGHT)
  await choose(page, 'Dark')
  expect(await ground(page)).toBe(DARK)
  expect(refused).toEqual([])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, colorScheme: 'dark' })

  test('the theme is the system’s', async ({ page }) => {
    await page.goto('/latest')
    await expect(page.locator('html')).toHaveCSS('background-color', DARK)
    await expect(page.getByRole('button', { name: 'Theme and times' })).toHaveCount(0)
  })
})
