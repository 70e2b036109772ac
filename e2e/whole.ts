import type { AccountItem } from '@/lib/protocol/rpc/items'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { mixed } from '@/lib/testing/upstream/memcmp-indexer'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { expect, type Page } from './live'

const DATA_BYTES = 24

/** @param withoutData every so many-th account has no data; 0: all have data */
export function lossyAccounts(owner: string, count: number, withoutData = 0): AccountItem[] {
  return makeAccounts(owner, count).map((account, i) => {
    const isBare = withoutData > 0 && i % withoutData === withoutData - 1
    const data = Buffer.from(mixed(i, DATA_BYTES)).toString('base64')
    return { ...account, data: isBare ? null : { discriminator: 2n, data, dataHash: account.hash } }
  })
}

export const reading = (page: Page) => page.getByRole('region', { name: 'Reading the whole list' })

/** A slow machine may exceed the two seconds after which a reading stops: then it is resumed. */
export async function untilRead(page: Page, state: string, timeout = 150_000): Promise<void> {
  const chip = reading(page).locator('.chip').first()
  const onward = reading(page).getByRole('button', { name: 'Continue' })
  await expect(async () => {
    if ((await onward.count()) > 0) await onward.click()
    await expect(chip).toHaveText(state, { timeout: 5_000 })
  }).toPass({ timeout })
}

export async function untilEstimated(page: Page): Promise<void> {
  await expect(async () => {
    await expect(reading(page)).toBeVisible({ timeout: 30_000 })
    if ((await reading(page).getByText('Not started').count()) === 0) await page.reload()
    await expect(reading(page)).toContainText('Not started', { timeout: 5_000 })
  }).toPass({ timeout: 100_000 })
}

export async function untilStopped(page: Page, label: string): Promise<void> {
  const onward = reading(page).getByRole('button', { name: 'Continue' })
  await expect(async () => {
    if ((await onward.count()) > 0) await onward.click()
    await expect(reading(page).getByRole('button', { name: label })).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 100_000 })
}

/** @param limit rows a page */
export async function allRows(page: Page, net: JourneyNetwork, owner: string, limit = 250): Promise<string[]> {
  await page.goto(net.at(`/owner/${owner}?whole=true&calls=2000&limit=${limit}`))
  const hashes: string[] = []
  for (;;) {
    const here = await page.locator('a[aria-expanded]').evaluateAll((links) => links.map((link) => link.id))
    hashes.push(...here)
    const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' })
    if ((await next.count()) === 0) return hashes
    await next.click()
    await expect(page.locator(`[id="${here[0]}"]`)).toHaveCount(0, { timeout: 30_000 })
    await expect(page.locator('a[aria-expanded]').first()).toBeVisible()
  }
}

export { addressOf }
