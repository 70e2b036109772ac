import { expect } from 'vitest'
import { metrics } from '@/lib/server/metrics/metrics'
import { statusNow } from '@/lib/status/health/probe'
import type { Fault } from '@/lib/testing/stand-in/faults'
import { addressOf, hashOf, makeAccounts, makeSignatures, makeTokenAccounts } from '@/lib/testing/stand-in/fixtures'
import { CANARIES, secretsOf } from '@/lib/testing/upstream/canary'
import { networkNamed } from '@/lib/upstream/networks/networks'
import type { Explorer } from './explorer'

const OWNER = addressOf('owner')
const DELEGATE = addressOf('delegate')
const HASH = hashOf('account')

const instead = (member: string, text: string): Fault => ({
  kind: 'edit',
  edit: (answer) => answer.replaceAll(new RegExp(`"${member}":(?:"[^"]*"|null)`, 'g'), () => `"${member}":${text}`),
})

const before = (added: string): Fault => ({ kind: 'edit', edit: (answer) => answer.replace('{', () => `{${added},`) })
const inContext = (added: string): Fault => ({
  kind: 'edit',
  edit: (answer) => answer.replace('"context":{', () => `"context":{${added},`),
})
const error = (message: string, code = -32_000): Fault => ({ kind: 'error', code, message })
const status = (code: number, body: string, headers: Record<string, string> = {}): Fault => ({
  kind: 'reply',
  status: code,
  headers,
  body,
})
const escapedJson = (text: string) =>
  `"${[...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`

export function echoingStates(text: string): [state: string, fault: Fault][] {
  const json = JSON.stringify(text)
  const escaped = escapedJson(text)
  const base64 = Buffer.from(`key ${text} is refused`).toString('base64')
  const body = `{"jsonrpc":"2.0","id":"test-account","error":{"code":-32000,"message":${json},"data":${json}}}`
  return [
    ['an error', error(text)],
    ['an error with words around it', error(`the key ${text} is not known`)],
    ['an unknown record', error(`Record Not Found: ${text}`)],
    ['refused parameters', error(text, -32_602)],
    ['a validation error', error(`Validation Error: Invalid cursor ${text}`)],
    ['a public key', error(`Invalid Public Key: ${text}`)],
    ['an unknown field', error(`unknown field \`${text}\`, expected \`owner\``, -32_602)],
    ['a lag', error(`Node is behind ${text} slots`)],
    ['a lag and more', error(`Node is behind 57 slots ${text}`)],
    ['an answer too big', error(`Response is too big ${text}`, -32_702)],
    ['a stop', error(`Ingestion stopped: ${text}`)],
    ['an error of a parameter', error(`owner: must be an address, found ${text}`, -32_602)],
    ['a rate limit', error(text, -32_429)],
    ['a refused key', error(text, -32_401)],
    ['an unknown method', error(text, -32_601)],
    ...[400, 401, 403, 404, 405, 413, 415, 429, 500, 502, 503, 504].map((code): [string, Fault] => [
      `HTTP ${code}`,
      status(code, body, { 'retry-after': '1' }),
    ]),
    ['a page', status(200, `<html><p>${text}</p></html>`, { 'content-type': 'text/html' })],
    ['a page of a gateway', status(502, `<html><title>${text}</title></html>`, { 'content-type': 'text/html' })],
    ['text', status(200, text)],
    ['a text with 500', status(500, text)],
    ['a JSON string', status(200, json)],
    ['names of headers and their values', status(500, '', headersWith(text))],
    ['a redirect', status(302, '', { location: `http://127.0.0.1/?${encodeURIComponent(text)}` })],
    ['a status line', { kind: 'raw', bytes: `HTTP/1.1 500 ${text}\r\ncontent-length: 0\r\n\r\n` }],
    ['no HTTP', { kind: 'raw', bytes: `${text}\r\n\r\n` }],
    ['a coding', status(200, 'x', { 'content-encoding': encodeURIComponent(text) })],
    ['a result that is text', { kind: 'result', result: text }],
    ['a slot', { kind: 'result', result: { context: { slot: text }, value: { items: [], cursor: null } } }],
    ['names of members', { kind: 'result', result: { [text]: { [text]: text } } }],
    ['another id', status(200, `{"jsonrpc":"2.0","id":${json},"result":1}`)],
    ['another version', status(200, `{"jsonrpc":${json},"id":"test-account","result":1}`)],
    ['a member beside the result', before(`"note":${json}`)],
    ['a name beside the result', before(`${json}:1`)],
    ['a member beside the result, escaped', before(`"note":${escaped}`)],
    ['a member that is named twice', before(`"note":${json},"note":1`)],
    ['a member of the context', inContext(`"apiContext":{"apiVersion":[${escaped}]}`)],
    ['a member of the context, in base64', inContext(`"note":"${base64}"`)],
    ...['hash', 'owner', 'delegate', 'tree', 'signature', 'address', 'state', 'data', 'tlv', 'cursor', 'mint'].flatMap(
      (member): [string, Fault][] => [
        [`${member} of rows`, instead(member, json)],
        [`${member} of rows, with words around it`, instead(member, JSON.stringify(`is ${text} known?`))],
        [`${member} of rows, in base64`, instead(member, `"${base64}"`)],
      ],
    ),
  ]
}

function headersWith(text: string): Record<string, string> {
  const value = encodeURIComponent(text)
  return { 'x-key': value, 'retry-after': value, date: value, etag: value, server: value, 'set-cookie': `k=${value}` }
}

const PATHS = [
  `getCompressedAccountsByOwner?owner=${OWNER}`,
  `getCompressedAccountsByOwner/export?format=csv&owner=${OWNER}`,
  `getCompressedTokenAccountsByDelegate?delegate=${DELEGATE}`,
  `getCompressionSignaturesForAccount?hash=${HASH}`,
  'getLatestCompressionSignatures?limit=10',
  'getIndexerHealth',
  'getIndexerSlot',
]

const FEW_PATHS = PATHS.filter((path) => /ByOwner|ByDelegate|Latest/.test(path))

const STATE = ['status', 'health', 'health?strict=1', 'status/history', 'status/history?format=csv']

/** @returns the keys that showed in probe samples, which the history keeps, or in metrics */
export async function askWhileEchoing(explorer: Explorer, fault: Fault, paths = PATHS): Promise<string[]> {
  const { data } = explorer.indexer
  data.accounts = makeAccounts(OWNER, 12)
  data.tokenAccounts = makeTokenAccounts(DELEGATE, 3)
  data.latest = makeSignatures(12)
  data.signatures[HASH] = makeSignatures(2)
  explorer.indexer.fail(fault)
  for (const path of paths) expect((await explorer.get(path)).status).toBeGreaterThanOrEqual(200)
  if (paths !== PATHS) return []
  for (const path of STATE) await explorer.get(path)
  const network = networkNamed('near')
  const published = JSON.stringify([network && statusNow(network), await metrics().text()])
  return secretsOf([explorer.indexer.url]).filter((secret) => published.includes(secret))
}

export async function echoOneByOne(explorer: Explorer, encode: (key: string) => string, every: number): Promise<void> {
  for (const [i, key] of Object.values(CANARIES).entries()) {
    for (const [, fault] of echoingStates(encode(key)).filter((_, state) => (state + i) % every === 0)) {
      // Breakers and caches would answer for the indexer.
      await explorer.restart()
      await askWhileEchoing(explorer, fault, FEW_PATHS)
    }
  }
}
