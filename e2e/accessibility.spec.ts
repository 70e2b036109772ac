import type { Page } from '@playwright/test'
import { violationsOn } from './axe'
import { examplePath } from './examples'
import { expect, test } from './test'

// Ten rows of a kind tell axe what fifty do, in a fifth of the time.
/** Those that the quick suite looks at: one of each frame. */
const QUICK = new Set([
  '/',
  examplePath('consumed'),
  `${examplePath('delegate')}?limit=10`,
  '/latest?limit=10',
  '/owner/short',
])

const PAGES = [
  '/',
  `${examplePath('owner')}?limit=10`,
  `${examplePath('wallet-tokens')}&limit=10&open=CnZkuyEvZ1tGVmL3sBCHQy7eEHNM4LmZ86z3RqqF9Ve`,
  '/owner/SysvarC1ock11111111111111111111111111111111',
  `${examplePath('delegate')}?limit=10`,
  examplePath('live'),
  examplePath('consumed'),
  examplePath('failed'),
  '/latest?limit=10',
  '/status',
  '/search?q=hello0world',
  '/search?q=SysvarC1ock11111111111111111111111111111111',
  `/tx/${'5'.repeat(87)}`,
  '/help',
  `${examplePath('wallet-tokens')}&limit=10&filter=32:a&slice=0:72`,
  `${examplePath('wallet-tokens')}&limit=10&filterOffset=-1&filterFormat=hex&filterBytes=abc&sliceLength=0`,
  '/owner/short',
  '/nowhere',
]

async function looksRight(page: Page, width: number, colorScheme: 'light' | 'dark', rules?: string[]): Promise<void> {
  await page.setViewportSize({ width, height: 860 })
  await page.emulateMedia({ colorScheme })
  expect(await violationsOn(page, rules), `${colorScheme} at ${width}`).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `sideways at ${width}`).toBeLessThanOrEqual(0)
}

for (const at of PAGES) {
  const tag = QUICK.has(at) ? [] : ['@slow']

  test(`axe finds nothing on ${at}, on a phone and on a wide screen`, { tag }, async ({ page }) => {
    await page.goto(at)
    await looksRight(page, 390, 'light')
    await looksRight(page, 1280, 'dark')
  })

  test(`axe finds nothing on ${at}, in the other theme of each`, { tag: '@slow' }, async ({ page }) => {
    await page.goto(at)
    await looksRight(page, 390, 'dark')
    await looksRight(page, 1280, 'light')
    // As narrow as it gets, and a very wide screen.
    await looksRight(page, 320, 'light', ['color-contrast'])
    await looksRight(page, 2560, 'light', ['color-contrast'])
  })
}
