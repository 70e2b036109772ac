import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { violationsOn } from './axe'
import { clipboardText } from './clipboard'
import { examplePath } from './examples'
import { expect, test } from './test'

/* features.md a19, a27, e6. */

const run = promisify(execFile)

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Share this page' })
  await expect(menu).toBeVisible()
  return menu
}

test('a copied link says at which slot it was taken, and its page what happened since', async ({ page, baseURL }) => {
  await page.goto(`${baseURL}${examplePath('owner')}?limit=25&utm_source=x`)
  const clipboard = () => clipboardText(page.context())
  const menu = await openMenu(page)
  await menu.getByRole('button', { name: 'Copy link' }).click()
  await expect(menu.getByRole('status')).toHaveText('Copied link')
  const link = new URL(await clipboard())
  expect(link.origin).toBe(baseURL)
  const slot = link.searchParams.get('takenAt') ?? ''
  expect(slot).toMatch(/^\d+$/)
  expect(link.searchParams.get('limit')).toBe('25')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeFocused()

  const html = await (await fetch(link)).text()
  expect(html).toMatch(/>Shared <time [^>]*>/)
  expect(html).toContain(BigInt(slot).toLocaleString('en-US'))
  // The note is about this opening: neither the canonical address nor the next page carries it on.
  for (const tag of [/<link rel="canonical"[^>]*>/, /<meta property="og:(?:url|image)"[^>]*>/g, /<a\b[^>]*>Next/]) {
    for (const found of html.match(tag) ?? ['missing takenAt']) expect(found).not.toContain('takenAt')
  }
  const wrong = await fetch(String(link).replace(`takenAt=${slot}`, 'takenAt=soon'))
  expect(wrong.status).toBe(400)
  expect(await wrong.text()).toContain('takenAt')
})

test('an account’s link tells what became of it', async ({ page, baseURL }) => {
  await page.goto(`${baseURL}${examplePath('consumed')}${examplePath('consumed').includes('?') ? '&' : '?'}takenAt=1`)
  await expect(page.getByRole('complementary', { name: 'Shared link' })).toContainText(
    /Created after that, in slot [\d,]+, and consumed since\./,
  )
  await page.goto(
    `${baseURL}${examplePath('live')}${examplePath('live').includes('?') ? '&' : '?'}takenAt=9007199254740991`,
  )
  await expect(page.getByRole('complementary', { name: 'Shared link' })).toContainText('older than the link')
})

test('a transaction is shared and watched like other pages', async ({ page, baseURL }) => {
  const at = `/tx/${'5'.repeat(87)}`
  await page.goto(`${baseURL}${at}`)
  const menu = await openMenu(page)
  await expect(menu.getByLabel('Link')).toHaveValue(`${baseURL}${at}`)
  await expect(menu.getByRole('button', { name: 'Copy command: Call the explorer’s API' })).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Copy command: Call the indexer' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  const watch = page.getByRole('button', { name: 'Watch', exact: true })
  await watch.click()
  await expect(watch).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`${baseURL}/`)
  await expect(page.getByRole('region', { name: 'Recently viewed' }).getByRole('link')).toHaveAttribute('href', at)
})

test('the commands run as they are copied, and the answers agree', { tag: '@nightly' }, async ({
  page,
  baseURL,
  leafscan,
}) => {
  await page.goto(`${baseURL}${examplePath('wallet')}`)
  const clipboard = () => clipboardText(page.context())
  const menu = await openMenu(page)
  const copied = async (name: string) => {
    await menu.getByRole('button', { name: `Copy command: ${name}` }).click()
    await expect(menu.getByRole('status')).toHaveText('Copied command')
    const text = await clipboard()
    await expect(menu.getByRole('status')).toHaveText('')
    return text
  }
  const shell = async (command: string) => {
    const env = { ...process.env, INDEXER_URL: leafscan.indexerUrl }
    const { stdout } = await run('/bin/sh', ['-c', command.replace('curl ', 'curl -sS ')], { env })
    return stdout
  }
  const api = JSON.parse(await shell(await copied('Call the explorer’s API')))
  const command = await copied('Call the indexer')
  expect(command).toContain('"$INDEXER_URL/getCompressedAccountsByOwner"')
  expect(command).not.toContain('127.0.0.1')
  const indexer = JSON.parse(await shell(command))
  const hashes = (rows: { hash: string }[]) => rows.map(({ hash }) => hash)
  expect(hashes(api.result.value.items)).toEqual(hashes(indexer.result.value.items).slice(0, 50))
  expect(await violationsOn(page)).toEqual([])
})

test('the system’s own sheet gets the link, where there is one', async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: async (shared: unknown) => document.body.setAttribute('data-shared', JSON.stringify(shared)),
    })
  })
  await page.goto(`${baseURL}/latest?limit=10`)
  const menu = await openMenu(page)
  await menu.getByRole('checkbox', { name: /Pin to slot/ }).uncheck()
  await menu.getByRole('button', { name: 'Share via…' }).click()
  await expect(page.locator('body')).toHaveAttribute(
    'data-shared',
    JSON.stringify({ title: 'Latest transactions', url: `${baseURL}/latest?limit=10` }),
  )
})
