import { addressOf, makeAccounts, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { clipboardText } from './clipboard'
import { expect, test } from './live'

const OWNER = addressOf('owner of large numbers')
const DELEGATE = addressOf('delegate of large numbers')
const LAMPORTS = 9007199254740995n
const AMOUNT = 123456789012345678n
const DISCRIMINATOR = 18446744073709551615n

let net: JourneyNetwork
const at = (path: string) => net.at(path)

test.beforeAll(async ({ live }) => {
  const [account] = makeAccounts(OWNER, 1)
  const [tokenAccount] = makeTokenAccounts(DELEGATE, 1)
  if (!account?.data || !tokenAccount) throw new Error('the fixtures changed')
  net = await live.network('digits', {
    accounts: [{ ...account, lamports: LAMPORTS, data: { ...account.data, discriminator: DISCRIMINATOR } }],
    tokenAccounts: [{ ...tokenAccount, tokenData: { ...tokenAccount.tokenData, amount: AMOUNT } }],
  })
})

test.afterAll(() => net?.leave())

test('lamports, amount and discriminator keep every digit on the page, after a refresh, and in the clipboard', async ({
  page,
  context,
}) => {
  const copied = () => clipboardText(context)

  await page.goto(at(`/owner/${OWNER}`))
  const accounts = page.getByRole('table', { name: 'Compressed accounts' })
  for (const state of ['as served', 'refreshed']) {
    await test.step(state, async () => {
      await expect(accounts).toContainText('9,007,199.254740995')
      await expect(accounts).toContainText('discriminator 18446744073709551615')
      await expect(accounts).toContainText('ff ff ff ff ff ff ff ff')
    })
    if (state === 'as served') {
      const calls = net.indexer.callCount
      await page.waitForTimeout(3_500)
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect.poll(() => net.indexer.callCount).toBeGreaterThan(calls)
    }
  }
  await accounts.getByRole('link', { name: /^Open account/ }).click()
  await expect(accounts).toContainText('9,007,199,254,740,995 lamports')
  await accounts.getByRole('button', { name: 'Copy lamports' }).click()
  await expect.poll(copied).toBe('9007199254740995')
  await accounts.getByRole('button', { name: 'Copy SOL' }).click()
  await expect.poll(copied).toBe('9007199.254740995')
  await accounts.getByRole('button', { name: 'Copy discriminator' }).click()
  await expect.poll(copied).toBe('18446744073709551615')

  await page.goto(at(`/delegate/${DELEGATE}`))
  const tokens = page.getByRole('table', { name: 'Token accounts' })
  await expect(tokens).toContainText('123,456,789,012,345,678')
  await tokens.getByRole('button', { name: 'Copy amount' }).click()
  await expect.poll(copied).toBe('123456789012345678')
})

test('the API writes them as bare exact integers', async ({ request }) => {
  const accounts = await request.get(at(`/api/v1/getCompressedAccountsByOwner?owner=${OWNER}`))
  expect(await accounts.text()).toContain('"lamports":9007199254740995')
  expect(await accounts.text()).toContain('"discriminator":18446744073709551615')
  const tokens = await request.get(at(`/api/v1/getCompressedTokenAccountsByDelegate?delegate=${DELEGATE}`))
  expect(await tokens.text()).toContain('"amount":123456789012345678')
})
