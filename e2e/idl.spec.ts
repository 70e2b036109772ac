import { createHash } from 'node:crypto'
import type { Address } from '@solana/kit'
import { idlPlaces } from '@/lib/account/idl/idl-account'
import type { DecodedValue } from '@/lib/api/idl'
import { decodeBase58 } from '@/lib/protocol/base58'
import { parseJson, stringifyJson } from '@/lib/protocol/rpc/json'
import {
  AUTHORITY,
  DEFINITIONS,
  discriminatorOf,
  gameAccounts,
  IDL,
  metadataIdlAccount,
  PROGRAM,
  playerFields,
} from '@/lib/testing/idl/made-program'
import { borsh } from '@/lib/testing/idl/shapes'
import { AccountChain, hashOf, indexed, type MadeFields } from '@/lib/testing/indexer/account-chain'
import { key } from '@/lib/testing/indexer/synthetic-chain'
import { type NodeStandIn, startNode } from '@/lib/testing/node/stand-in'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { type ChainNetworks, chainNetworks } from './chain-network'
import { expect, type Page, test } from './live'

const PLAYERS = 60
const LIST = `/owner/${PROGRAM}`
const accounts = gameAccounts(PLAYERS)

let node: NodeStandIn
let known: JourneyNetwork
let bare: JourneyNetwork
let history: ChainNetworks
const chain = new AccountChain('v2', 'readOnly', { slot: 418_000_000 })

function version(n: number): MadeFields {
  const fields = { ...playerFields(1), score: 2n ** 64n - 3n + BigInt(n), rank: n === 2 ? 'Silver' : 'Bronze' }
  const data = Uint8Array.from(borsh({ named: 'Player' }, fields, DEFINITIONS))
  const dataHash = createHash('sha256').update(data).digest()
  dataHash[0] = 0
  const content = { discriminator: discriminatorOf('Player'), data, dataHash: Uint8Array.from(dataHash) }
  return { owner: decodeBase58(PROGRAM), address: key('address of a player'), lamports: 0n, data: content }
}

const versions = chain.change({ outputs: [version(0)], newAddresses: [key('address of a player')] })
for (const n of [1, 2]) versions.push(...chain.change({ inputs: versions.slice(-1), outputs: [version(n)] }))

async function serveIdl(to: NodeStandIn, account = metadataIdlAccount()) {
  to.accounts.set((await idlPlaces(PROGRAM as Address)).metadata, account)
}

test.beforeAll(async ({ live }) => {
  node = await startNode()
  await serveIdl(node)
  known = await live.network('idl-known', { accounts }, { chain: [node.url] })
  bare = await live.network('idl-bare', { accounts })
  history = await chainNetworks(live, 'idl-history', chain)
  await serveIdl(history.node)
})

test.afterAll(async () => {
  await Promise.all([known?.leave(), bare?.leave(), history?.leave()])
  await node?.close()
})

const rows = (page: Page) => page.getByRole('table', { name: 'Compressed accounts' }).locator('tbody tr.row')

/** Integers of answers are numbers where they are safe. */
const textOf = (value: DecodedValue) => stringifyJson(value)

test('page, API and files have every field as it was written', async ({ browser, request }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(known.at(`${LIST}?limit=100`))
  await expect(rows(page)).toHaveCount(PLAYERS + 3)
  const heads = page.getByRole('columnheader')
  await expect(heads.filter({ hasText: /^(Struct|authority|score|rank|nickname|best_round)$/ })).toHaveCount(6)
  await expect(rows(page).first()).toContainText('18,446,744,073,709,551,615')
  await expect(rows(page).nth(3)).toContainText('naïve ‹U+202E›txt')
  await expect(rows(page).nth(PLAYERS)).toContainText('Match')
  await expect(rows(page).nth(PLAYERS + 1)).toContainText('not read')
  await expect(rows(page).nth(PLAYERS + 2)).toContainText('1 struct fits')
  await expect(page.getByText(/^Fields by the program’s own IDL\./).locator('..')).toContainText(AUTHORITY.slice(0, 8))

  const path = `/api/v1/getCompressedAccountsByOwner?owner=${PROGRAM}&limit=100`
  const { result, meta } = parseJson(await (await request.get(known.at(path))).text()) as {
    result: { value: { items: { decoded: object }[] } }
    meta: { idl: { hash: string } }
  }
  const read = result.value.items.map(({ decoded }) => decoded)
  for (let n = 0; n < PLAYERS; n++) {
    expect(stringifyJson(read[n])).toBe(stringifyJson({ struct: 'Player', fields: playerFields(n) }))
  }
  expect(read[PLAYERS + 1]).toEqual({ raw: expect.stringMatching('^Not a Player of today’s IDL') })
  expect(read[PLAYERS + 2]).toEqual({ structs: ['Player'] })
  expect(meta.idl).toMatchObject({ hash: createHash('sha256').update(IDL).digest('hex') })

  const file = `/api/v1/getCompressedAccountsByOwner/export?owner=${PROGRAM}`
  const lines = (await (await request.get(known.at(`${file}&format=ndjson`))).text()).trim().split('\n').slice(1, -1)
  expect(lines.map((line) => stringifyJson((parseJson(line) as { decoded: object }).decoded))).toEqual(
    read.map((decoded) => stringifyJson(decoded)),
  )
  const csv = await (await request.get(known.at(`${file}&format=csv`))).text()
  expect(csv).toContain(`SHA-256 ${meta.idl.hash}`)
  for (let n = 0; n < PLAYERS; n++) expect(csv).toContain(textOf(playerFields(n)).replaceAll('"', '""'))
  expect(node.requests.filter(({ method }) => method === 'getMultipleAccounts')).toHaveLength(1)
})

test('fields are chosen, sorted, found and followed like any column', async ({ page }) => {
  await page.goto(known.at(`${LIST}?limit=10&sort=-Player.score&columns=Player.score&columns=Player.prizes`))
  await expect(rows(page).first()).toContainText('18,446,744,073,709,551,615')
  await expect(rows(page).nth(1)).toContainText('123,456,789,012,345,678')
  await expect(page.getByRole('columnheader', { name: 'prizes' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'rank' })).toHaveCount(0)

  await page.goto(known.at(`${LIST}?limit=100`))
  await page.getByPlaceholder('Filter this page').fill('grace')
  await expect(rows(page)).toHaveCount(1)
  await page.getByPlaceholder('Filter this page').fill('')
  await rows(page).nth(1).getByRole('link', { name: 'Only this rank' }).click()
  await expect(rows(page)).toHaveCount(41)
  await expect(page).toHaveURL(/filter=40/)
})

test('the lens has fields on their bytes, those of vectors folded, and offers what fits', async ({ page }) => {
  await page.goto(known.at(`${LIST}?limit=100&open=${accounts[2]?.hash}`))
  const lens = page.getByRole('region', { name: 'Byte lens' })
  const fields = lens.getByRole('table', { name: 'Player, by the IDL' })
  await expect(fields.getByRole('row', { name: /^score / })).toContainText('123456789012345678')
  await fields.getByText('2 values').click()
  await expect(fields.getByRole('table', { name: 'prizes' })).toBeVisible()

  await page.goto(known.at(`${LIST}?limit=100&open=${accounts[PLAYERS + 2]?.hash}`))
  await lens.getByRole('button', { name: 'Player' }).click()
  await expect(fields.getByRole('row', { name: /^score / })).toBeVisible()
})

test('a reader’s own IDL is decoded in the browser alone, and a link carries it', async ({ page, browser }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto(bare.at(`${LIST}?limit=10&open=${accounts[1]?.hash}`))
  await page.getByText('Your field layout or IDL').click()
  const box = page.getByRole('textbox', { name: /IDL as JSON/ })
  await box.fill('{')
  await page.getByRole('button', { name: 'Apply to all rows' }).click()
  await expect(page.getByText('It is not JSON.')).toBeVisible()
  await box.fill(IDL)
  await page.getByRole('button', { name: 'Apply to all rows' }).click()
  await expect(page.getByText('Field names come from this link.')).toBeVisible()
  await expect(rows(page).first()).toContainText('18,446,744,073,709,551,615')
  await expect(page.getByRole('table', { name: 'Player, by your IDL' })).toBeVisible()

  const other = await (await browser.newContext()).newPage()
  await other.goto(page.url())
  await expect(rows(other).first()).toContainText('18,446,744,073,709,551,615')
  expect(sent.filter((request) => request.includes('best_round'))).toEqual([])
})

test('a history says which fields changed', async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  const [, , live] = versions.map(hashOf)
  expect(indexed(chain).signatures[live ?? '']).toBeDefined()
  await page.goto(history.made.at(`/account/${live}`))
  const changes = page.getByRole('region', { name: 'History', exact: true }).getByRole('listitem').first()
  await expect(changes).toContainText('18,446,744,073,709,551,614')
  await expect(changes).toContainText('18,446,744,073,709,551,615')
  await expect(changes).toContainText('Silver')
  const content = page.getByRole('region', { name: 'Content', exact: true })
  await expect(content).toContainText('18,446,744,073,709,551,615')
})
