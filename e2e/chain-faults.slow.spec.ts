import { AccountChain, hashOf, indexed, plainData } from '@/lib/testing/indexer/account-chain'
import { key } from '@/lib/testing/indexer/synthetic-chain'
import type { NodeStandIn, Script } from '@/lib/testing/node/stand-in'
import type { JourneyNetwork } from '@/lib/testing/world/worlds'
import { violationsOn } from './axe'
import { nodeWith } from './chain-network'
import { expect, test } from './live'

const KEY = 's3cretKeyOfTheNode'

const chain = new AccountChain('v2', 'readOnly')
const fields = { owner: key('owner'), address: key('address'), lamports: 9007199254740993n }
const [first] = chain.change({
  outputs: [{ ...fields, data: plainData(Buffer.from('one')) }],
  newAddresses: [fields.address],
})
if (!first) throw new Error('nothing was created')
chain.change({ inputs: [first], outputs: [{ ...fields, data: plainData(Buffer.from('two')) }] })
const HASH = hashOf(first)
const CREATED = chain.latest[1]?.signature ?? ''

interface Case {
  network: string
  script?: Script
  words: RegExp
}

const changed = (change: (wire: Buffer) => void): Script => {
  const edit = (right: unknown) => {
    const answer = right as { transaction: [string, string] }
    const wire = Buffer.from(answer.transaction[0], 'base64')
    change(wire)
    return { ...answer, transaction: [wire.toString('base64'), 'base64'] }
  }
  return ({ method }) => (method === 'getTransaction' ? { result: edit } : null)
}

const CASES: readonly Case[] = [
  { network: 'chain-down', script: () => ({ reset: true }), words: /The chain node is unreachable/ },
  {
    network: 'chain-lies',
    script: changed((wire) => wire.writeUInt8(wire.readUInt8(wire.length - 5) ^ 1, wire.length - 5)),
    words: /signature does not fit|cannot be read|are no transaction/,
  },
]

const nodes = new Map<string, NodeStandIn>()
const joined = new Map<string, JourneyNetwork>()

test.beforeAll(async ({ live }) => {
  for (const { network, script = null } of [...CASES, { network: 'chain-sound' } as Case]) {
    const node = await nodeWith(chain)
    node.script = script
    nodes.set(network, node)
    joined.set(network, await live.network(network, indexed(chain), { chain: [`${node.url}/?api-key=${KEY}`] }))
  }
})

test.afterAll(async () => {
  for (const network of joined.values()) await network.leave()
  for (const node of nodes.values()) await node.close()
})

const on = (network: string) => {
  const found = joined.get(network)
  if (!found) throw new Error(`no network ${network}`)
  return found
}

for (const { network, words } of CASES) {
  test(`${network}: each page says what is wrong and keeps what the indexer knows`, async ({ page }) => {
    const html: string[] = []
    page.on('response', async (response) => {
      if (response.request().resourceType() === 'document') html.push(await response.text())
    })
    await page.goto(on(network).at(`/account/${HASH}`))
    await expect(page.locator('main')).toContainText(words)
    await expect(page.getByRole('table', { name: 'Signatures' })).toContainText(CREATED)
    expect(await violationsOn(page)).toEqual([])

    await page.goto(on(network).at(`/tx/${CREATED}`))
    await expect(page.locator('main')).toContainText(words)
    await expect(page.locator('main')).toContainText(CREATED)
    expect(await violationsOn(page)).toEqual([])

    for (const path of [`/api/v1/transaction?signature=${CREATED}`, `/api/v1/account?hash=${HASH}`]) {
      const response = await page.request.get(on(network).at(path))
      expect([502, 503, 404]).toContain(response.status())
      expect(response.headers()['content-type']).toContain('application/problem+json')
      html.push(await response.text())
    }
    expect(html.join('')).not.toContain(KEY)
  })
}

test('a sound node shows what both pages are for, and its key nowhere', async ({ page, live }) => {
  await page.goto(on('chain-sound').at(`/account/${HASH}`))
  await expect(page.locator('main')).toContainText('content matches the hash')
  await expect(page.locator('main')).toContainText('9,007,199.254740993')
  await page.goto(on('chain-sound').at(`/tx/${CREATED}`))
  await expect(page.locator('main')).toContainText('9,007,199.254740993')
  expect(await page.content()).not.toContain(KEY)
  expect((await live.seen()).output).not.toContain(KEY)
})
