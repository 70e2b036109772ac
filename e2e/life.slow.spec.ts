import { base58 } from '@scure/base'
import type { SignatureItem } from '@/lib/protocol/rpc/items'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts, makeSignatures, signatureOf } from '@/lib/testing/stand-in/fixtures'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { expect, type Page, test } from './live'

const SLOT = 418_890_000
const OWNER = addressOf('owner of lives')
const BIG_OWNER = addressOf('owner of many lives')
const few = makeAccounts(OWNER, 60)
const many = makeAccounts(BIG_OWNER, 1_200)
const CONSUMED = hashOf('a consumed account')

const created = (seed: string): SignatureItem => ({
  signature: signatureOf(`created ${seed}`),
  slot: SLOT - 500,
  blockTime: 1_763_600_000,
})
const consumed = (seed: string): SignatureItem => ({
  signature: signatureOf(`consumed ${seed}`),
  slot: SLOT - 400,
  blockTime: 1_763_600_043,
})

let net: JourneyNetwork
const at = (path: string) => net.at(path)

test.beforeAll(async ({ live }, { workerIndex }) => {
  const lives = [...few, ...many.slice(-1)].map(({ hash }) => [hash, [created(hash)]] as [string, SignatureItem[]])
  // One network per worker: the explorer remembers a network's highest slot.
  net = await live.network(`life-${workerIndex}`, {
    slot: SLOT,
    accounts: [...few, ...many],
    latest: makeSignatures(3),
    signatures: { ...Object.fromEntries(lives), [CONSUMED]: [consumed('x'), created('x')] },
  })
})

test.afterAll(() => net?.leave())

test.afterEach(() => net.indexer.fail(null))

const hashAt = (rows: readonly { hash: string }[], i: number) => rows[i]?.hash ?? ''
const life = (page: Page) => page.getByRole('region', { name: 'Summary' })
const row = (page: Page) => page.getByRole('region', { name: 'Account data' })

test('a row of a list leads, by the keyboard alone, to its life with the row itself, and back to the open row', async ({
  page,
}) => {
  const hash = hashAt(few, 3)
  await page.goto(at(`/owner/${OWNER}`))
  await page.getByRole('link', { name: hash, exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${net.path(`/account/${hash}?owner=${OWNER}`)}`)
  await expect(life(page)).toContainText(/^Account of .* bytes of data, live since slot 418,889,500/)
  await expect(life(page).getByRole('link').last()).toHaveAttribute('href', net.path(`/tx/${created(hash).signature}`))
  await expect(row(page)).toContainText('Still live: row 4 of all 60 live accounts of this owner')
  await expect(row(page)).toContainText('as of slot 418,890,000')
  await expect(row(page).getByText('Leaf index', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Back to owner’s list' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${net.path(`/owner/${OWNER}?open=${hash}#${hash}`)}`)
  await expect(page.getByRole('link', { name: `Close account ${hash}` })).toBeVisible()
})

test('a row beyond the first of a long list is said to be not among those, never not to exist', async ({ page }) => {
  await page.goto(at(`/account/${hashAt(many, 1_199)}?owner=${BIG_OWNER}`))
  await expect(row(page)).toContainText(
    'Not among the first 1,000 live accounts of this owner, as of slot 418,890,000.',
  )
  await expect(row(page)).toContainText('only its beginning was searched')
  await expect(page.getByText('does not exist')).toHaveCount(0)
  await expect(life(page)).toContainText('No consuming transaction known')
})

test('the filters of a list go with its rows, and find them beyond the beginning of a long one', async ({ page }) => {
  const hash = hashAt(many, 1_198)
  const filter = `filter=0:${base58.encode(Buffer.from('data of 1198'))}`
  await page.goto(at(`/owner/${BIG_OWNER}?${filter}`))
  await page.getByRole('link', { name: hash, exact: true }).click()
  await expect(row(page)).toContainText(
    'Still live: row 1 of all 1 live account of this owner matching the link’s filter',
  )
  const back = page.getByRole('link', { name: 'Back to owner’s list' })
  await expect(back).toHaveAttribute('href', net.path(`/owner/${BIG_OWNER}?${filter}&open=${hash}#${hash}`))

  await page.goto(at(`/account/${hashAt(many, 3)}?owner=${BIG_OWNER}&filter=0:zzz`))
  await expect(row(page)).toContainText('This owner has no live accounts matching the link’s filter')
  await expect(back).toHaveAttribute('href', net.path(`/owner/${BIG_OWNER}?filter=0:zzz`))
})

test('a consumed account tells both ends of its life, and why it is in no list', async ({ page }) => {
  await page.goto(at(`/account/${CONSUMED}?owner=${OWNER}`))
  await expect(life(page)).toContainText('consumed after 43 s in slot 418,889,600')
  await expect(life(page).getByRole('link')).toHaveCount(2)
  await expect(row(page)).toContainText('consumed, so its data is no longer available')
})

test('a failed search for the row leaves the life, and a failed life leaves the row', async ({ page }) => {
  const [a, b] = [hashAt(few, 10), hashAt(few, 11)]
  net.indexer.fail(FAULTS.serverError, { methods: ['getCompressedAccountsByOwner'] })
  await page.goto(at(`/account/${a}?owner=${addressOf('an owner not asked before')}`))
  await expect(life(page)).toContainText('created in')
  await expect(row(page)).toContainText('could not be searched')
  await expect(row(page).getByRole('button', { name: 'Retry' })).toBeVisible()

  net.indexer.fail(FAULTS.serverError, { methods: ['getCompressionSignaturesForAccount'] })
  await page.goto(at(`/account/${b}?owner=${OWNER}`))
  await expect(row(page)).toContainText('Still live: row 12')
  await expect(page.getByRole('alert').filter({ hasText: 'Indexer error' })).toBeVisible()
  net.indexer.fail(null)
  await expect(life(page)).toContainText('live since', { timeout: 15_000 })
})
