import { readFile } from 'node:fs/promises'
import { base58 } from '@scure/base'
import { groupDigits } from '@/lib/format/numbers'
import { associatedTokenAccount } from '@/lib/protocol/light/associated-token-account'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { parseTransaction } from '@/lib/protocol/light/transaction'
import type { AccountItem } from '@/lib/protocol/rpc/items'
import { PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { madeCompressedOnly } from '@/lib/testing/made-extensions'
import { lightTokenAccount, splTokenAccount } from '@/lib/testing/made-token-accounts'
import { startNode } from '@/lib/testing/node/stand-in'
import { readRecording } from '@/lib/testing/recordings/files'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf } from '@/lib/testing/stand-in/fixtures'
import { makeTokenRow } from '@/lib/testing/token-rows'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { violationsOn } from './axe'
import { expect, test } from './live'

/* facts/cold-tokens.md 2. */

const RECORDED = '2F7Zim9m5svq2M8pVXUQPDXme6nSji8Vvj8D2vhh3dvj'
const WALLET = addressOf('wallet with closed accounts')
const DELEGATE = addressOf('delegate of a closed account')
const [BOTH, NAMED] = [addressOf('mint of both'), addressOf('mint of the wallet alone')]
const U64_MAX = 2n ** 64n - 1n
const OWN = [9_007_199_254_740_993n, 7n]
const CLOSED = [U64_MAX, 9_007_199_254_740_993n]

let recorded: { mint: string; amount: bigint; account: AccountItem }[]
let net: JourneyNetwork

function closedInRecording() {
  const outputs = readRecording('v2-compress-and-close-tlv').blocks.flatMap(({ entries }) =>
    entries.flatMap(({ transaction }) => {
      const parsed = parseTransaction({ ...transaction }, PROGRAMS)
      return parsed.ok && parsed.update ? parsed.update.outputs : []
    }),
  )
  return outputs.flatMap(({ token }, i) => {
    if (!token) return []
    const { amount } = token
    const mint = base58.encode(token.mint)
    const tlv = token.tlv && Buffer.from(token.tlv).toString('base64')
    const owner = base58.encode(token.owner)
    return { mint, amount, account: makeTokenRow({ name: `closed ${i}`, mint, owner, amount, tlv }).account }
  })
}

test.beforeAll(async ({ live }) => {
  recorded = closedInRecording()
  const account = (await associatedTokenAccount(WALLET, BOTH, TOKEN_PROGRAM)) ?? ''
  const tlv = (delegatedAmount: bigint) => madeCompressedOnly({ delegatedAmount, isAta: true })
  const [whole = 0n, part = 0n] = CLOSED
  net = await live.network('wallets', {
    accounts: [
      ...recorded.map((row) => row.account),
      ...OWN.map((amount, i) => makeTokenRow({ name: `own ${i}`, owner: WALLET, mint: BOTH, amount }).account),
      makeTokenRow({ name: 'named', owner: WALLET, mint: NAMED, amount: 5n, delegate: DELEGATE }).account,
      makeTokenRow({ name: 'ata 1', owner: account, mint: BOTH, amount: whole, tlv: tlv(0n) }).account,
      makeTokenRow({ name: 'ata 2', owner: account, mint: BOTH, amount: part, delegate: DELEGATE, tlv: tlv(3n) })
        .account,
    ].map((row, leafIndex) => ({ ...row, leafIndex })),
    tokenAccounts: [0n, 1n, 1_000n, U64_MAX].map((delegatedAmount, i) => {
      const made = { name: `delegated ${i}`, mint: BOTH, amount: 1_000n, delegate: DELEGATE, leafIndex: i }
      const { account: row, token } = makeTokenRow({ ...made, tlv: tlv(delegatedAmount) })
      return { account: row, tokenData: token }
    }),
  })
})

test.afterAll(() => net?.leave())

test('a wallet with a chosen mint shows what its associated token account holds, apart and together, and where it leads', async ({
  browser,
  page,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const plain = await context.newPage()
  await plain.goto(net.at(`/wallet/${WALLET}?tab=tokens&mint=${BOTH}`))
  const cells = (name: string) => plain.getByRole('table', { name }).locator('tbody tr').first().locator('td')
  const sum = (amounts: readonly bigint[]) => groupDigits(amounts.reduce((all, one) => all + one, 0n))
  await expect(cells('Totals by mint').filter({ hasText: sum(OWN) })).toHaveCount(1)
  await expect(cells('Totals of associated token accounts')).toContainText([
    BOTH,
    (await associatedTokenAccount(WALLET, BOTH, TOKEN_PROGRAM)) ?? '',
    sum(CLOSED),
    sum([...OWN, ...CLOSED]),
    '2',
  ])
  await expect(plain.getByText('at least')).toHaveCount(0)
  await cells('Totals of associated token accounts').nth(1).getByRole('link').click()
  await expect(plain.getByRole('table', { name: 'Compressed accounts' }).locator('tbody tr')).toHaveCount(2)
  await context.close()

  await page.goto(net.at(`/wallet/${WALLET}?tab=given&mint=${BOTH}`))
  const given = page.getByRole('table', { name: 'Totals of associated token accounts' }).locator('tbody td')
  await expect(given.nth(2)).toContainText(`3of ${groupDigits(CLOSED[1] ?? 0n)} held`)
  expect(await violationsOn(page)).toEqual([])
})

test('the mints that a wallet lists are checked once told to, and any other by its address', async ({ page }) => {
  const calls = () => net.indexer.calls.getCompressedAccountsByOwner ?? 0
  await page.goto(net.at(`/wallet/${WALLET}`))
  const before = calls()
  await expect(page.getByRole('table', { name: 'Totals of associated token accounts' })).toHaveCount(0)
  await page.getByText('Associated token accounts', { exact: true }).click()
  await page.getByRole('link', { name: 'Check 2 listed mints' }).click()
  await expect(page.getByText('Checked 2 mints: token accounts found for 1 mint.')).toBeVisible()
  expect(calls() - before).toBeLessThanOrEqual(4)
  await expect(
    page.getByRole('table', { name: 'Totals of associated token accounts' }).locator('tbody tr'),
  ).toHaveCount(1)

  await page.goto(net.at(`/wallet/${RECORDED}`))
  await expect(page.getByText('No compressed tokens')).toBeVisible()
  for (const { mint, amount } of recorded.slice(0, 4)) {
    await page.goto(net.at(`/wallet/${RECORDED}?tab=tokens`))
    await page.getByText('Associated token accounts', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Mint', exact: true }).fill(mint)
    await page.getByRole('button', { name: 'Check mint' }).click()
    const totals = page.getByRole('table', { name: 'Totals of associated token accounts' }).locator('tbody td')
    await expect(totals.nth(2)).toContainText(groupDigits(amount))
    await expect(page.getByText('None names this wallet itself')).toBeVisible()
  }
})

test('tabs and whatever narrows a list keep its range; a mint leads to its page', async ({ page }) => {
  await page.goto(net.at(`/wallet/${WALLET}?tab=tokens&since=5&until=999999999`))
  const range = /[?&]since=5&until=999999999(&|$)/
  const tabs = page.getByRole('navigation', { name: 'Holdings' }).getByRole('link')
  for (const tab of await tabs.all()) expect(await tab.getAttribute('href')).toMatch(range)
  const totals = page.getByRole('table', { name: 'Totals by mint' })
  await totals.getByRole('link', { name: 'Only this mint' }).first().click()
  await expect(page).toHaveURL(range)
  await expect(page.getByRole('link', { name: 'All mints' })).toHaveAttribute('href', range)
  await totals.getByRole('link', { name: BOTH }).click()
  await expect(page).toHaveURL(new RegExp(`/mint/${BOTH}`))

  await page.goto(net.at(`/wallet/${WALLET}?tab=tokens&since=5&until=999999999`))
  await page.getByText('Associated token accounts', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Mint', exact: true }).fill(BOTH)
  await page.getByRole('button', { name: 'Check mint' }).click()
  await expect(page).toHaveURL(range)

  await page.goto(net.at(`/delegate/${DELEGATE}?since=5&until=999999999`))
  await totals.getByRole('link', { name: 'Only this mint' }).first().click()
  await expect(page).toHaveURL(range)
  await expect(page.getByRole('link', { name: 'All mints' })).toHaveAttribute('href', range)
})

test('a mint whose associated token account cannot be looked up reads as not known; the rest stands', async ({
  page,
}) => {
  const somebody = addressOf('wallet whose account cannot be looked up')
  const account = await associatedTokenAccount(somebody, NAMED, TOKEN_PROGRAM)
  const isOfAccount = (params: Record<string, unknown>) => JSON.stringify(params).includes(account ?? '')
  net.indexer.data.accounts = [
    ...net.indexer.data.accounts,
    ...[BOTH, NAMED].map((mint) => makeTokenRow({ name: `failing ${mint}`, owner: somebody, mint }).account),
  ]
  net.indexer.fail(FAULTS.serverError, { only: isOfAccount, times: 100 })
  await page.goto(net.at(`/wallet/${somebody}?tab=tokens&associated=listed`))
  await expect(page.getByText('Checked 2 mints: no token accounts found; 1 not known.')).toBeVisible()
  await expect(page.getByText('Not known for')).toContainText(NAMED)
  await expect(page.getByRole('table', { name: 'Totals by mint' }).locator('tbody tr')).toHaveCount(2)
  net.indexer.fail(null)
})

test('a tab costs the three questions of its page, and one more where a mint is chosen', async ({ request }) => {
  const { calls } = net.indexer
  const made = async (query: string) => {
    const before = [calls.getCompressedAccountsByOwner ?? 0, calls.getCompressedTokenAccountsByDelegate ?? 0]
    // A wallet per query, so that nothing is cached.
    const response = await request.get(net.at(`/wallet/${addressOf(`wallet of ${query}`)}${query}`))
    expect(response.status()).toBe(200)
    return [
      (calls.getCompressedAccountsByOwner ?? 0) - (before[0] ?? 0),
      (calls.getCompressedTokenAccountsByDelegate ?? 0) - (before[1] ?? 0),
    ]
  }
  expect(await made('')).toEqual([2, 1])
  expect(await made('?tab=sol')).toEqual([2, 1])
  expect(await made('?tab=given')).toEqual([2, 1])
  expect(await made('?tab=given&sort=-amount')).toEqual([2, 1])
  expect(await made(`?tab=tokens&mint=${BOTH}`)).toEqual([3, 1])
  expect(await made(`?tab=given&mint=${BOTH}`)).toEqual([3, 1])
  expect(await made(`?tab=received&mint=${BOTH}`)).toEqual([2, 1])
})

test('a delegate’s list says what it may move of accounts that were closed: none, a part, all, never more', async ({
  page,
}) => {
  const at = net.at(`/delegate/${DELEGATE}?sort=-delegated`)
  await page.goto(at)
  const table = page.getByRole('table', { name: 'Token accounts', exact: true })
  await expect(table.getByRole('columnheader', { name: 'Delegated (base units)' })).toBeVisible()
  const shown = ['1,000', '1,000', '1', '0']
  await expect(table.locator('td[data-label="Delegated"]')).toHaveText(shown)
  await expect(table.locator('td[data-label="Amount"]')).toHaveText(shown.map(() => '1,000'))
  await page.getByRole('searchbox', { name: 'Filter this page' }).fill('1000')
  await expect(table.locator('tbody tr.row')).toHaveCount(4)
  const totals = page.getByRole('table', { name: 'Totals by mint' })
  await expect(totals.locator('td[data-label="Delegated amount"]')).toHaveText('2,001of 4,000 held')
  expect(await (await page.request.get(at)).text()).toContain('>Delegated (base units)')
})

test('with a chain node each mint has one total, which comes by itself where the node is slow', async ({
  live,
  browser,
  page,
}) => {
  const holder = addressOf('wallet with tokens in three places')
  const node = await startNode()
  const cold = makeTokenRow({ name: 'cold', owner: holder, mint: BOTH, amount: 7n }).account
  const held = await live.network('wallet-total', { accounts: [cold] }, { chain: [node.url] })
  node.serve([], held.indexer.data.slot)
  const mine = { owner: holder, mint: BOTH }
  node.accounts.set(holder, { owner: addressOf('system'), data: new Uint8Array(), lamports: 1_500_000_000n })
  node.accounts.set(addressOf('spl account'), splTokenAccount({ ...mine, amount: U64_MAX, delegate: DELEGATE }))
  const rent = { lastClaimedSlot: 0n, exemption: 0, base: 1, compressionCost: 0, perByteAndEpoch: 0 }
  node.accounts.set(addressOf('hot account'), lightTokenAccount({ ...mine, amount: 5n, frozen: true }, rent))
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  node.script = ({ method }) => (method === 'getBalance' ? { until: released } : null)

  await page.goto(held.at(`/wallet/${holder}`))
  const row = page.getByRole('table', { name: 'All tokens of this wallet' }).locator('tbody tr')
  await expect(page.getByText('Reading accounts on the chain.')).toBeVisible()
  await expect(row).toContainText('at least 7')
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await plain.goto(held.at(`/wallet/${holder}`))
  release()
  await expect(row).toContainText(groupDigits(U64_MAX + 12n))
  await expect(row).not.toContainText('at least')
  // This indexer lists no closed associated accounts, so that there may be other mints.
  await expect(page.getByText('At least', { exact: true })).toBeVisible()
  await expect(page.getByText('1.5 SOL')).toBeVisible()
  await plain.getByRole('link', { name: 'Wait for them' }).click()
  await expect(plain.locator('main')).toContainText(groupDigits(U64_MAX + 12n))

  for (const format of ['CSV', 'JSON']) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('region', { name: 'All tokens of this wallet' }).getByRole('link', { name: format }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(new RegExp(`^leafscan-.+-wallet-.+\\.${format.toLowerCase()}$`))
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toContain(String(U64_MAX + 12n))
    expect(text).toContain('exact')
  }

  await row.getByRole('link', { name: '3 accounts of this mint' }).click()
  const accounts = page.getByRole('table', { name: 'Accounts that the list below does not have' }).locator('tbody tr')
  await expect(accounts).toHaveCount(2)
  await expect(accounts.filter({ hasText: 'Light Token' })).toContainText(['frozen'])
  await expect(accounts.filter({ hasText: 'SPL Token' })).toContainText([DELEGATE])
  expect(await violationsOn(page)).toEqual([])
  await plain.context().close()
  await held.leave()
  await node.close()
})
