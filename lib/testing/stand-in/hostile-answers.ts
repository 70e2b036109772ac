import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { type MethodName, methods } from '@/lib/protocol/rpc/methods'
import type { Fault } from './faults'
import { addressOf, hashOf, makeAccounts, makeSignatures, makeTokenAccounts } from './fixtures'

/** Owner of the hostile rows, so that an answer may be right but for one thing. */
const SUBJECT = addressOf('subject of hostile answers')

/** Larger answers are refused for their size. */
export const CAP_BYTES = 12 * 1024 * 1024

export interface HostileAnswer {
  method: MethodName
  content: Content
  place: TextPlace
  bytes: number
  rowsBefore: number
  damage: Damage
  status: number
  packed: boolean
}

const PLACES = [
  'everything',
  'id',
  'result',
  'context',
  'slot',
  'value',
  'items',
  'row',
  'member',
  'u64',
  'data',
  'unknown in a row',
  'unknown beside the rows',
  'unknown beside the result',
  'cursor',
  'error',
  'error message',
  'error data',
] as const
type TextPlace = (typeof PLACES)[number]

const CONTENTS = {
  'empty objects': (bytes: number) => listOf('{}', bytes),
  'empty lists': (bytes: number) => listOf('[]', bytes),
  nulls: (bytes: number) => listOf('null', bytes),
  zeros: (bytes: number) => listOf('0', bytes),
  'empty texts': (bytes: number) => listOf('""', bytes),
  'objects of objects': (bytes: number) => listOf('{"a":{"b":{}}}', bytes),
  'lists of lists': (bytes: number) => listOf('[[],[[]]]', bytes),
  'long integers': (bytes: number) => listOf('18446744073709551615', bytes),
  members: (bytes: number) => `{${repeated('"a":1,', bytes)}"a":1}`,
  'members __proto__': (bytes: number) => `{${repeated('"__proto__":{},', bytes)}"__proto__":[]}`,
  digits: (bytes: number) => `9${repeated('9', bytes)}`,
  'digits below zero': (bytes: number) => `-9${repeated('9', bytes)}`,
  'leading zeros': (bytes: number) => `0${repeated('0', bytes)}`,
  fraction: (bytes: number) => `0.${repeated('1', bytes)}`,
  exponent: (bytes: number) => `1e${repeated('9', bytes)}`,
  'nested lists': (bytes: number) => `${repeated('[', bytes / 2)}0${repeated(']', bytes / 2)}`,
  'nested objects': (bytes: number) => `${repeated('{"a":', bytes / 6)}0${repeated('}', bytes / 30)}`,
  'open lists': (bytes: number) => repeated('[', bytes),
  text: (bytes: number) => `"${repeated('x', bytes)}"`,
  'open text': (bytes: number) => `"${repeated('x', bytes)}`,
  'wide text': (bytes: number) => `"${repeated('\u{1F600}', bytes)}"`,
  'halves of characters': (bytes: number) => `"${repeated('\\ud800', bytes)}"`,
  escapes: (bytes: number) => `"${repeated('\\u0000', bytes)}"`,
  backslashes: (bytes: number) => `"${repeated('\\\\', bytes)}"`,
  'control characters': (bytes: number) => `"${repeated('\u0001', bytes)}"`,
  'a long name': (bytes: number) => `{"${repeated('x', bytes)}":1}`,
  blanks: (bytes: number) => `${repeated(' \n', bytes)}1`,
  commas: (bytes: number) => `[${repeated(',', bytes)}]`,
  letters: (bytes: number) => repeated('t', bytes),
  markup: (bytes: number) => repeated('<p>', bytes),
} as const
type Content = keyof typeof CONTENTS

const DAMAGES = ['none', 'cut', 'a byte changed', 'no UTF-8', 'a mark in front', 'more behind it'] as const
type Damage = (typeof DAMAGES)[number]

const NAMES = Object.keys(methods) as MethodName[]

function sizes(largest: number): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 2_000 }) },
    { weight: 3, arbitrary: fc.integer({ min: 2_000, max: Math.min(largest, 300_000) }) },
    { weight: 1, arbitrary: fc.integer({ min: Math.min(largest, 300_000), max: largest }) },
  )
}

export function hostileAnswer(largest: number): fc.Arbitrary<HostileAnswer> {
  const rarely = <T>(usual: T, ...others: T[]) =>
    fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })
  return fc.record({
    method: fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom(...NAMES) },
      { weight: 1, arbitrary: fc.constantFrom(...NAMES.slice(2)) },
    ),
    content: fc.constantFrom(...(Object.keys(CONTENTS) as Content[])),
    place: fc.constantFrom(...PLACES),
    bytes: sizes(largest),
    rowsBefore: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_000 })),
    damage: rarely<Damage>('none', ...DAMAGES),
    status: rarely(200, 201, 400, 403, 429, 500, 503),
    packed: rarely(false, true),
  })
}

export function bodyOf(answer: HostileAnswer): Buffer {
  return damaged(Buffer.from(textOf(answer)), answer)
}

export function faultOf(answer: HostileAnswer): Fault {
  const body = bodyOf(answer)
  const { status, packed } = answer
  if (!packed) return { kind: 'reply', status, body }
  return { kind: 'reply', status, headers: { 'content-encoding': 'gzip' }, body: gzipSync(body, { level: 1 }) }
}

function repeated(unit: string, bytes: number): string {
  return unit.repeat(Math.max(0, Math.floor(bytes / Buffer.byteLength(unit))))
}

function listOf(unit: string, bytes: number): string {
  return `[${repeated(`${unit},`, bytes)}${unit}]`
}

function textOf({ method, content, place, bytes, rowsBefore }: HostileAnswer): string {
  const text: string = CONTENTS[content](bytes)
  if (place === 'everything') return text
  const at = (name: TextPlace, right: string) => (place === name ? text : right)
  const id = at('id', '"test-account"')
  if (place === 'error' || place === 'error message' || place === 'error data') {
    const members = `"code":-32000,"message":${at('error message', '"x"')},"data":${at('error data', '1')}`
    return `{"jsonrpc":"2.0","id":${id},"error":${at('error', `{${members}}`)}}`
  }
  const rows = rowsOf(method, rowsBefore)
  const wrong = wrongRow(method, place, text)
  const items = at('items', `[${[...rows, ...(wrong === null ? [] : [wrong])].join(',')}]`)
  const beside = place === 'unknown beside the rows' ? `"more":${text},` : ''
  const value = at('value', `{${beside}"items":${items},"cursor":${at('cursor', 'null')}}`)
  const context = at('context', `{"slot":${at('slot', '418890000')}}`)
  const list = `{"context":${context},"value":${value}}`
  const right = method === 'getIndexerHealth' ? '"ok"' : method === 'getIndexerSlot' ? '418890000' : list
  const besideResult = place === 'unknown beside the result' ? `"more":${text},` : ''
  return `{"jsonrpc":"2.0",${besideResult}"result":${at('result', right)},"id":${id}}`
}

function wrongRow(method: MethodName, place: TextPlace, text: string): string | null {
  const [right = '{}'] = rowsOf(method, 1)
  const replaced = (names: RegExp) => right.replace(names, (_, name: string) => `"${name}":${text}`)
  switch (place) {
    case 'row':
      return text
    case 'member':
      return replaced(/"(hash|signature)":"[^"]*"/)
    case 'u64':
      return replaced(/"(lamports|amount|blockTime)":\d+/)
    case 'data':
      return replaced(/"(data|tlv|slot)":("[^"{]*"|null|\d+)/)
    case 'unknown in a row':
      return right.replace('{', () => `{"more":${text},`)
    default:
      return null
  }
}

const MAX_ROWS = 1_000
const RIGHT_ROWS: Record<string, () => object[]> = {
  getCompressedAccountsByOwner: () => makeAccounts(SUBJECT, MAX_ROWS),
  getCompressedTokenAccountsByDelegate: () => makeTokenAccounts(SUBJECT, MAX_ROWS),
  getCompressionSignaturesForAccount: () => makeSignatures(MAX_ROWS),
  getLatestCompressionSignatures: () => makeSignatures(MAX_ROWS),
}
const made = new Map<string, string[]>()

function rowsOf(method: MethodName, count: number): string[] {
  const rows = made.get(method) ?? (RIGHT_ROWS[method]?.() ?? []).map(stringifyJson)
  made.set(method, rows)
  return rows.slice(0, count)
}

function damaged(body: Buffer, { damage, bytes }: HostileAnswer): Buffer {
  const somewhere = Math.floor(body.length / 2) + (bytes % 7)
  switch (damage) {
    case 'cut':
      return body.subarray(0, somewhere)
    case 'a byte changed':
      if (somewhere < body.length) body[somewhere] = bytes % 128
      return body
    case 'no UTF-8':
      if (somewhere < body.length) body[somewhere] = 0xff
      return body
    case 'a mark in front':
      return Buffer.concat([Buffer.from('\uFEFF'), body])
    case 'more behind it':
      return Buffer.concat([body, Buffer.from(' {}')])
    default:
      return body
  }
}

export const REQUESTS: Record<MethodName, string> = {
  getIndexerHealth: 'getIndexerHealth',
  getIndexerSlot: 'getIndexerSlot',
  getCompressedAccountsByOwner: `getCompressedAccountsByOwner?owner=${SUBJECT}`,
  getCompressedTokenAccountsByDelegate: `getCompressedTokenAccountsByDelegate?delegate=${SUBJECT}`,
  getCompressionSignaturesForAccount: `getCompressionSignaturesForAccount?hash=${hashOf('hostile')}`,
  getLatestCompressionSignatures: 'getLatestCompressionSignatures?limit=1000',
}
