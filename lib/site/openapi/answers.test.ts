import fs from 'node:fs'
import path from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import Ajv from 'ajv/dist/2020'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { LedgerBlock } from '@/lib/indexer/ledger/ledger'
import { openSandbox } from '@/lib/indexer/ledger/sandbox'
import { startServer } from '@/lib/indexer/server/server'
import { parseJson } from '@/lib/protocol/rpc/json'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { indexed } from '@/lib/testing/indexer/indexed'
import { nodeHere } from '@/lib/testing/indexer/node-client'
import { folderOfTest } from '@/lib/testing/of-test'
import { isJsonType } from './examples'

const explorer = explorerPerTest()

test('is OpenAPI 3.1', async () => {
  const document = JSON.parse((await explorer.get('openapi.json')).text)
  const { valid, errors } = await new Validator().validate(document)
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
})

/** Each has few accounts. */
const WALLET = 'CCjfo7T4ZexnjKGmnzrYTAEYoiQXFtiyxDVwBc3dn5sM'
const OWNER = '6dMxaoozSmvUt5JJZTFwErMvvDmxMNzYwFBC92oBbNmY'

const TOKENS = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'

/** With RECORD_EXAMPLES=1 the document's examples become what the sandbox answers now. */
test('what the sandbox answers has the members that are described, and no others; each answer has an example', async () => {
  await startSandbox(10)
  const document = asNumbers((await explorer.get('openapi.json')).text)
  const check = checkOf(document)
  for (const [path, { get }] of Object.entries(document.paths))
    for (const [type, { example }] of Object.entries(get.responses[200]?.content ?? {}))
      if (!process.env.RECORD_EXAMPLES)
        check(path, 200, isJsonType(type) ? JSON.stringify(example) : (example ?? ''), type)
  const recorded: Record<string, { target: string; answers: Record<string, string> }> = {}
  // biome-ignore lint/suspicious/noExplicitAny: each answer has its own members
  async function ask(target: string, status = 200): Promise<any> {
    const { pathname, search } = new URL(target, 'http://x/api/v1/')
    const route = Object.keys(document.paths).find((path) => pathname.match(`^${path.replace(/\{\w+\}/, '[^/]+')}$`))
    if (route === undefined) throw new Error(`${target} is not described`)
    const answer = await explorer.get(target)
    const [type = ''] = answer.headers.get('content-type')?.split(';') ?? []
    expect(answer.status, `${target} ${answer.text.slice(0, 300)}`).toBe(status)
    check(route, status, answer.text, type)
    const { responses } = document.paths[route]?.get ?? {}
    const { headers } = (status === 200 ? responses?.[200] : document.components.responses[status]) ?? {}
    for (const name of ['ETag', 'Cache-Status', 'Age', 'Retry-After', 'Link', 'X-Request-Id'])
      if (answer.headers.has(name)) expect(headers, `${name} of ${target}`).toHaveProperty([name])
    if (status === 200) expect(Boolean(responses?.[304]), target).toBe(answer.headers.has('etag'))
    const takesIntegers = JSON.stringify(document.paths[route]).includes('"integers"')
    if (status === 200 && takesIntegers)
      check(route, status, (await explorer.get(`${target}&integers=string`)).text, type)
    const name = status === 200 ? route : String(status)
    recorded[name] ??= { target: pathname + search, answers: {} }
    recorded[name].answers[type] ??= answer.text
    return isJsonType(type) ? parseJson(answer.text) : answer.text
  }
  const askFile = async (target: string) => {
    for (const format of ['csv', 'ndjson']) await ask(`${target}&format=${format}`)
  }
  for (const path of ['/api/v1', '/latest.atom']) await ask(path)
  await startSandbox()
  await ask('getIndexerHealth')
  await ask('getIndexerSlot')
  const { result: latest } = await ask('getLatestCompressionSignatures?limit=1')
  const { result: more } = await ask(`getLatestCompressionSignatures?limit=12&cursor=${latest.value.cursor}`)
  await askFile('getLatestCompressionSignatures/export?limit=1')
  const signatures = more.value.items.map((row: { signature: string }) => row.signature)
  // The shortest is the example.
  for (const signature of [signatures[6], ...signatures]) await ask(`transaction?signature=${signature}`)
  await ask(`transactions?signatures=${signatures[0]}`)
  const owned = `getCompressedAccountsByOwner?owner=${TOKENS}`
  const { result: accounts } = await ask(`${owned}&limit=1&proof=true`)
  for (const query of ['sort=-slot', 'since=1', 'whole=twice', `cursor=${accounts.value.cursor}`])
    await ask(`${owned}&limit=2&${query}`)
  await askFile(`${owned.replace('?', '/export?')}&limit=1&comments=false`)
  const { result: delegated } = await ask(`${owned}&limit=1&filter=72:2`)
  const { result: content } = await ask(`account?hash=${delegated.value.items[0].hash}`)
  const { delegate, owner, mint } = content.tokenData
  await ask(`getCompressedTokenAccountsByDelegate?delegate=${delegate}&limit=1`)
  await askFile(`getCompressedTokenAccountsByDelegate/export?delegate=${delegate}&limit=1&comments=false`)
  const [{ hash }] = accounts.value.items
  await ask(`getCompressionSignaturesForAccount?hash=${hash}`)
  await ask(`account?hash=${hash}`)
  await ask(`account/history?hash=${hash}&limit=2`)
  await askFile(`account/history/export?hash=${hash}&comments=false`)
  await ask(`/account/${hash}.atom`)
  for (const address of [WALLET, owner]) await ask(`wallet?address=${address}`)
  await ask(`wallet?address=${WALLET}&format=csv`)
  for (const path of [`wallet/${WALLET}`, `owner/${OWNER}`]) await ask(`/${path}.atom`)
  await ask(`mint?mint=${mint}`)
  for (const text of [hash, owner, signatures[0], '7', 'x', TOKENS]) await ask(`search?q=${text}`)
  await ask('compare?what=slot')
  await ask(`compare?what=owner&owner=${owner}`)
  await ask(`idl?program=${TOKENS}`)
  const asked = ['status?samples=1', 'status?cluster=all', 'health', 'health?cluster=all', '/badge.json', '/badge.svg']
  for (let i = 0; i < 5; i++) {
    await explorer.passCheck('sandbox')
    for (const query of asked) await ask(query)
  }
  const { incidents } = await ask('status/history?points=2')
  await ask('status/history?points=2&format=csv')
  for (const type of ['json', 'md']) await ask(`/status/incident/${incidents[0].id}.${type}`)
  await ask('/status.atom')
  await ask('account?hash=1', 400)
  expect(Object.keys(recorded).sort()).toEqual([...Object.keys(document.paths), '400'].sort())
  if (!process.env.RECORD_EXAMPLES) return
  fs.writeFileSync(path.join(import.meta.dirname, 'examples.json'), `${JSON.stringify(recorded, null, 2)}\n`)
})

/** Its first segment, which every sandbox has for ever, or how that begins. */
async function startSandbox(transactions = Infinity) {
  const ledger = openSandbox({ slotMs: 400, now: () => 1_790_000_000_000 })
  const blocks: LedgerBlock[] = []
  let [slot, left] = [0, transactions]
  for await (const block of ledger.blocks(0, new AbortController().signal)) {
    blocks.push(block)
    slot = block.slot
    left -= block.transactions.length
    if (left <= 0 || slot >= ledger.readySlot) break
  }
  const { store } = await indexed(blocks)
  const node = { ...nodeHere(store, { kind: 'sandbox' }), chain: { tip: () => slot, maxLagSlots: 20 } }
  const server = await startServer(node, { host: '127.0.0.1', port: 0, metrics: () => '' })
  onTestFinished(() => server.close())
  const url = (host: string) => `sandbox=http://${host}:${server.port}`
  vi.stubEnv('INDEXER_URL', `${url('127.0.0.1')},${url('localhost')}`)
  vi.stubEnv('CHAIN_URL', url('127.0.0.1'))
  vi.stubEnv('DATA_DIR', folderOfTest())
  vi.stubEnv('PROBE_SECONDS', '30')
  await explorer.restart()
}

interface Response {
  content?: Record<string, { example?: string }>
  headers?: object
}

interface Described {
  paths: Record<string, { get: { responses: Record<string, Response> } }>
  components: { responses: Record<string, Response> }
}

/** ajv knows no bigint, and needs none to compare sizes. */
const asNumbers = (text: string): Described => JSON.parse(text)

function checkOf(document: object) {
  const ajv = new Ajv({ strict: false, formats: { 'date-time': true } })
  ajv.addSchema({ $id: 'api', ...(closed(document) as object) })
  return (route: string, status: number, text: string, type: string) => {
    const place = ['paths', route, 'get', 'responses', '200', 'content', type, 'schema']
    const parts = status === 200 ? place : ['components', 'schemas', 'Problem']
    const validate = ajv.getSchema(`api#${parts.map((part) => `/${part.replaceAll('/', '~1')}`).join('')}`)
    validate?.(isJsonType(type) ? asNumbers(text) : text)
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
