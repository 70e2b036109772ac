import type { Page } from '@playwright/test'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { listen } from './announcements'
import { test as liveTest } from './live'
import { allScriptsRun } from './page'
import { openState, STATES } from './states'
import { expect, test } from './world'

async function opened(page: Page, world: { url: string }, name: string): Promise<() => Promise<string[]>> {
  const state = STATES.find((each) => each.name === name)
  if (!state) throw new Error(`no state is called ${name}`)
  const { announced } = await listen(page)
  await openState(page, world, state)
  return announced
}

async function until(announced: () => Promise<string[]>, text: string | RegExp, timeout = 20_000): Promise<string[]> {
  await expect(async () => expect((await announced()).at(-1)).toMatch(text)).toPass({ timeout, intervals: [100] })
  return announced()
}

test('copying is announced, once', async ({ page, world }) => {
  const announced = await opened(page, world, 'owner, data')
  await page.getByRole('button', { name: 'Copy hash' }).first().click()
  expect(await until(announced, /Copied/)).toEqual(['status: Copied hash'])
})

test('being offline is announced when it begins', async ({ page, world }) => {
  const announced = await opened(page, world, 'owner, offline')
  expect(await until(announced, /offline/)).toEqual([
    'status: You are offline. Showing the last data. Updates resume when you reconnect.',
  ])
})

for (const state of ['owner, failed', 'account, failed']) {
  test(`${state}: offline, a retry is announced to need the network, and the page stays`, async ({ page, world }) => {
    const announced = await opened(page, world, state)
    await allScriptsRun(page)
    const here = page.url()
    await page.context().setOffline(true)
    // Past the pause before the next request.
    await page.clock.setFixedTime('2099-01-01')
    await page.getByRole('button', { name: 'Retry' }).click()
    await until(announced, 'status: You are offline. This page needs the network.')
    expect(page.url()).toBe(here)
    await expect(page.getByRole('heading', { name: 'Indexer error' })).toBeVisible()
  })
}

liveTest(
  'failing, answering again and the change of the verdict are announced in order',
  { tag: '@nightly' },
  async ({ page, live }) => {
    const owner = addressOf('announced owner')
    const { indexer, at, leave } = await live.network('announced-failure', { accounts: makeAccounts(owner, 3) })
    const moving = setInterval(() => indexer.data.slot++, 400)
    const { announced } = await listen(page)
    await page.goto(at(`/owner/${owner}?limit=10`))
    indexer.fail(FAULTS.serverError)
    const failing = await until(announced, /The indexer is unreachable/, 60_000)
    expect(failing).toEqual(['status: The indexer is unreachable.'])
    // Past the age at which an old answer is served without a notice.
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText(/data from \d\d:/)).toBeVisible()
    expect((await announced()).at(-1)).toBe('status: Indexer error: showing older data.')
    indexer.fail(null)
    await until(announced, /The indexer is ok/, 60_000)
    await expect(page.getByText(/data from \d\d:/)).toHaveCount(0)
    clearInterval(moving)
    await leave()
  },
)
