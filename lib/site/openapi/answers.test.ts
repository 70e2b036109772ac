import fs from 'node:fs'
import path from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import Ajv from 'ajv/dist/2020'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { LedgerBlock } from '@/lib/indexer/ledger/ledger'
import { loopSlots, openLoop } from '@/lib/indexer/ledger/loop/round'
import { openSandboxFiles } from '@/lib/indexer/ledger/sandbox'
import { startServer } from '@/lib/indexer/server/server'
import { parseJson } from '@/lib/protocol/rpc/json'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { indexed } from '@/lib/testing/indexer/indexed'
import { nodeHere } from '@/lib/testing/indexer/node-client'
import { PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { folderOfTest } from '@/lib/testing/of-test'
import examples from './examples.json'

const explorer = explorerPerTest()

test('is OpenAPI 3.1', async () => {
  const document = asNumbers((await explorer.get('openapi.json')).text)
  const { valid, errors } = await new Validator().validate(document)
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
})

const TOKENS = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'
const DELEGATE = 'GVthBp1HJK3JRNsgxsyXvbexY1BsJmG13QEHistDSbHy'

/** With RECORD_EXAMPLES=1 the document's examples become what the sandbox answers now. */
test('what the sandbox answers has the members that are described, and no others', async () => {
  await startSandbox()
  const document = asNumbers((await explorer.get('openapi.json')).text)
  const check = checkOf(document)
  if (!process.env.RECORD_EXAMPLES) for (const [route, text] of Object.entries(examples)) check(route, 200, text)
  const recorded: Record<string, string> = {}
  // biome-ignore lint/suspicious/noExplicitAny: each answer has its own members
  async function ask(target: string, status = 200): Promise<any> {
    const { pathname } = new URL(target, 'http://x/api/v1/')
    const route = pathname.replace(/incident\/.*\.json/, 'incident/{id}.json')
    const answer = await explorer.get(target)
    expect(answer.status, `${target} ${answer.text.slice(0, 300)}`).toBe(status)
    check(route, status, answer.text, answer.headers.get('content-type') ?? '')
    const takesIntegers = JSON.stringify(document.paths[route]).includes('"integers"')
    if (status === 200 && takesIntegers) check(route, status, (await explorer.get(`${target}&integers=string`)).text)
    if (Object.hasOwn(examples, route)) recorded[route] ??= answer.text
    return parseJson(answer.text)
  }
  await ask('/api/v1')
  await ask('getIndexerHealth')
  await ask('getIndexerSlot')
  const { result: latest } = await ask('getLatestCompressionSignatures?limit=1')
  const { result: more } = await ask(`getLatestCompressionSignatures?limit=12&cursor=${latest.value.cursor}`)
  const signatures = more.value.items.map((row: { signature: string }) => row.signature)
  for (const signature of signatures) await ask(`transaction?signature=${signature}`)
  await ask(`transactions?signatures=${signatures[0]}`)
  const { result: accounts } = await ask(`getCompressedAccountsByOwner?owner=${TOKENS}&limit=1&proof=true`)
  for (const query of ['sort=-slot', 'since=1', 'whole=twice', 'cursor='])
    await ask(
      `getCompressedAccountsByOwner?owner=${TOKENS}&limit=2&${query.replace(/=$/, `=${accounts.value.cursor}`)}`,
    )
  await ask(`getCompressedTokenAccountsByDelegate?delegate=${DELEGATE}&limit=1`)
  const [{ hash }] = accounts.value.items
  await ask(`getCompressionSignaturesForAccount?hash=${hash}`)
  const { result: content } = await ask(`account?hash=${hash}`)
  await ask(`account/history?hash=${hash}`)
  await ask(`wallet?address=${content.tokenData.owner}`)
  await ask(`mint?mint=${content.tokenData.mint}`)
  for (const text of [hash, content.tokenData.owner, signatures[0], '7', 'x', TOKENS]) await ask(`search?q=${text}`)
  await ask('compare?what=slot')
  await ask(`compare?what=owner&owner=${content.tokenData.owner}`)
  await ask(`idl?program=${TOKENS}`)
  for (let i = 0; i < 5; i++) await explorer.passCheck()
  for (const query of ['status?samples=2', 'status?cluster=all', 'health', 'health?cluster=all']) await ask(query)
  const { incidents } = await ask('status/history?points=3')
  await ask(`/status/incident/${incidents[0].id}.json`)
  await ask('/badge.json')
  await ask('account?hash=1', 400)
  expect(Object.keys(recorded).sort()).toEqual(Object.keys(examples).sort())
  if (!process.env.RECORD_EXAMPLES) return
  fs.writeFileSync(path.join(import.meta.dirname, 'examples.json'), `${JSON.stringify(recorded, null, 2)}\n`)
})

async function startSandbox() {
  const { loop } = openSandboxFiles()
  const begin = loop.firstSlot + loop.roundSlots
  const slot = begin + 400
  const blocks: LedgerBlock[] = []
  for (const block of loopSlots(openLoop(loop, PROGRAMS), begin - 1)) {
    if (block.slot > slot) break
    blocks.push({ ...block, blockTime: 1_790_000_000 })
  }
  const { store } = await indexed(blocks)
  const node = { ...nodeHere(store, { kind: 'sandbox' }), chain: { tip: () => slot, maxLagSlots: 20 } }
  const server = await startServer(node, { host: '127.0.0.1', port: 0, metrics: () => '' })
  onTestFinished(() => server.close())
  const url = (host: string) => `near=http://${host}:${server.port}`
  vi.stubEnv('INDEXER_URL', `${url('127.0.0.1')},${url('localhost')}`)
  vi.stubEnv('CHAIN_URL', url('127.0.0.1'))
  vi.stubEnv('DATA_DIR', folderOfTest())
  vi.stubEnv('PROBE_SECONDS', '30')
  await explorer.restart()
}

/** ajv knows no bigint, and needs none to compare sizes. */
const asNumbers = (text: string): { paths: Record<string, object> } => JSON.parse(text)

function checkOf(document: object) {
  const ajv = new Ajv({ strict: false, formats: { 'date-time': true } })
  ajv.addSchema({ $id: 'api', ...(closed(document) as object) })
  return (route: string, status: number, text: string, type = 'application/json') => {
    const place = ['paths', route, 'get', 'responses', '200', 'content', type, 'schema']
    const parts = status === 200 ? place : ['components', 'schemas', 'Problem']
    const validate = ajv.getSchema(`api#${parts.map((part) => `/${part.replaceAll('/', '~1')}`).join('')}`)
    validate?.(asNumbers(text))
    expect({ route, errors: validate?.errors }).toEqual({ route, errors: null })
  }
}

/** Described members may be joined by others, except here. */
function closed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(closed)
  const members = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, closed(member)]))
  const isClosed = 'properties' in members && 'type' in members && !('additionalProperties' in members)
  return isClosed ? { ...members, additionalProperties: false } : members
}
