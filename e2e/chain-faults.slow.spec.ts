import { AccountChain, hashOf, indexed, plainData } from '@/lib/testing/indexer/account-chain'
import { key } from '@/lib/testing/indexer/synthetic-chain'
import type { Script } from '@/lib/testing/node/stand-in'
import { violationsOn } from './axe'
import { nodeWith } from './chain-network'
import { expect, test } from './live'

const KEY = 's3cretKeyOfTheNode'

const chain = new AccountChain('v2', 'readOnly')
const account = { owner: key('owner'), lamports: 9007199254740993n, data: plainData(Buffer.from('one')) }
const [first] = chain.change({ outputs: [account] })
if (!first) throw new Error('nothing was created')
const HASH = hashOf(first)
const CREATED = chain.latest[0]?.signature ?? ''

const forged = (right: unknown) => {
  const answer = right as { transaction: [string, string] }
  const wire = Buffer.from(answer.transaction[0], 'base64')
  wire.writeUInt8(wire.readUInt8(wire.length - 5) ^ 1, wire.length - 5)
  return { ...answer, transaction: [wire.toString('base64'), 'base64'] }
}

const CASES: readonly [network: string, script: Script, words: RegExp][] = [
  ['chain-down', () => ({ reset: true }), /The chain node is unreachable/],
  [
    'chain-lies',
    ({ method }) => (method === 'getTransaction' ? { result: forged } : null),
    /signature does not fit|cannot be read|are no transaction/,
  ],
]

for (const [network, script, words] of CASES) {
  test(`${network}: each page says what is wrong and keeps what the indexer knows`, async ({ page, live }) => {
    const node = await nodeWith(chain)
    node.script = script
    const net = await live.network(network, indexed(chain), { chain: [`${node.url}/?api-key=${KEY}`] })
    const texts: string[] = []
    for (const path of [`/account/${HASH}`, `/tx/${CREATED}`]) {
      texts.push((await (await page.goto(net.at(path)))?.text()) ?? '')
      await expect(page.locator('main')).toContainText(words)
      await expect(page.locator('main')).toContainText(CREATED)
      expect(await violationsOn(page)).toEqual([])
    }
    for (const path of [`/api/v1/transaction?signature=${CREATED}`, `/api/v1/account?hash=${HASH}`]) {
      const response = await page.request.get(net.at(path))
      expect([502, 503, 404]).toContain(response.status())
      expect(response.headers()['content-type']).toContain('application/problem+json')
      texts.push(await response.text())
    }
    expect(texts.join('') + (await live.seen()).output).not.toContain(KEY)
    await net.leave()
    await node.close()
  })
}
