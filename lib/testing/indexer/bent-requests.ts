import { base58 } from '@scure/base'
import { encodeDelegateCursor, encodeLatestCursor, encodeOwnerCursor } from '@/lib/indexer/handlers/cursor'
import { key, PROGRAMS } from './synthetic-chain'

/*
 * JSON-RPC bodies in every bent shape, and what each must be answered, said by how they were made and not by reading them.
 * facts/photon-wire.md 3, 4, 5, 8.
 */

/** What a request must be answered: nothing, a result, or an error of one of these codes, with the id as it was spelled. */
export type Answered = 'nothing' | { id: string; codes: (number | 'result')[] }

export interface BentBody {
  text: string
  /** One for a single request, one for each of a batch that is answered; null: whatever its text deserves. */
  answered: Answered | { batch: Answered[] } | null
}

type Random = () => number

const PARSE = -32700
const INVALID = -32600
const NOT_FOUND = -32601
const PARAMS = -32602
const SERVER = -32000

/**
 * What a value leads to: an error with that code, and `cursor` for a cursor that -32602 answers, but only once the rest is
 * understood; where that is answered -32000, either of the two may come.
 */
type LeadsTo = 'ok' | typeof PARAMS | typeof SERVER | 'cursor' | 'either'

/** A value as it is spelled. */
type Spelled = readonly [text: string, leadsTo: LeadsTo]

const quoted = (bytes: Uint8Array) => `"${base58.encode(bytes)}"`
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** Values that lead to the same. */
const leadingTo = (leadsTo: LeadsTo, ...texts: string[]) => texts.map((text): Spelled => [text, leadsTo])

const WRONG = leadingTo(
  PARAMS,
  ...['true', '{}', '[]', '[null]', '1.5', '1e999', '"\\ud800"', '9'.repeat(30), '{"a":1,"a":2}'],
  ...[100, 130, 2_500].map(nested),
)

const LIMITS = [
  ...leadingTo('ok', '0', '1', '2', '7', '1000', 'null'),
  ...leadingTo(PARAMS, '1001', '-1', '-0', '10.0', '1e2', '1E0', '0.0', '"5"', '18446744073709551616'),
]

const OFFSETS = [
  ...leadingTo('ok', '0', '1', '32', '4294967296', '9007199254740991'),
  ...leadingTo(PARAMS, '-1', '0.0', '1e1', '-0', 'null', '"0"', '18446744073709551616'),
]

const ADDRESSES = [
  ...leadingTo('ok', ...[key('owner'), PROGRAMS.tokenBytes, key('delegate'), new Uint8Array(32)].map(quoted)),
  ...leadingTo('ok', `"\\u0031${'1'.repeat(31)}"`),
  ...leadingTo(PARAMS, quoted(key('owner').slice(1)), quoted(new Uint8Array(33)), `"${'z'.repeat(45)}"`),
  ...leadingTo(PARAMS, '""', '"0OIl"', '"é"', '"😀"', 'null', '5'),
]

const nullable = (values: Spelled[]): Spelled[] => values.map((value) => (value[0] === 'null' ? ['null', 'ok'] : value))

/** Of a form that belongs to another list, as long as wrong, and what is no base58. */
const cursors = (own: Uint8Array, wrongLength: LeadsTo, noBase58: LeadsTo, empty = wrongLength): Spelled[] => [
  [quoted(own), 'ok'],
  ['null', 'ok'],
  [quoted(new Uint8Array(own.length + 1)), wrongLength],
  [quoted(new Uint8Array(3)), wrongLength],
  ['""', empty],
  ['"0"', noBase58],
  ['"\\u0000"', noBase58],
  [`"${'z'.repeat(200)}"`, noBase58],
  ['5', PARAMS],
]

const OWNER_CURSORS = cursors(
  base58.decode(encodeOwnerCursor({ leafIndex: 3n, hash: key('x') })),
  'cursor',
  'cursor',
  PARAMS,
)
const DELEGATE_CURSORS = cursors(
  base58.decode(encodeDelegateCursor({ mint: key('m'), hash: key('x') })),
  SERVER,
  PARAMS,
)
const LATEST_CURSORS: Spelled[] = [
  ...cursors(base58.decode(encodeLatestCursor({ slot: 7n, signature: new Uint8Array(64) })), SERVER, SERVER),
  [quoted(Buffer.concat([Buffer.alloc(8, 255), Buffer.alloc(64)])), SERVER],
]

const BYTES = [
  ...leadingTo('ok', '""', '"2"', quoted(key('mint'))),
  ...leadingTo(PARAMS, '"0"', '"\\udc00"', `"${'z'.repeat(3_000)}"`, 'null', '5'),
]

/** Names that a request may have for a value, and what it may be. */
type Field = readonly [name: string, values: (random: Random) => Spelled, isRequired?: boolean]

interface Operation {
  fields: Field[]
  /** True where other names are ignored. */
  ignoresOthers?: boolean
}

/** Of accounts that nobody has, or that are none. */
const NO_HASHES = ADDRESSES.filter(([, leadsTo]) => leadsTo !== 'ok')

const byOwner: Operation = {
  fields: [
    ['owner', from(ADDRESSES), true],
    ['filters', filters],
    ['dataSlice', dataSlice],
    ['cursor', from(OWNER_CURSORS)],
    ['limit', from(LIMITS)],
  ],
}
const byDelegate: Operation = {
  fields: [
    ['delegate', from(ADDRESSES), true],
    ['mint', from(nullable(ADDRESSES))],
    ['cursor', from(DELEGATE_CURSORS)],
    ['limit', from(LIMITS)],
  ],
}
const METHODS = new Map<string, Operation>([
  ['getCompressedAccountsByOwner', byOwner],
  ['getCompressedAccountsByOwnerV2', byOwner],
  ['getCompressedTokenAccountsByDelegate', byDelegate],
  ['getCompressedTokenAccountsByDelegateV2', byDelegate],
  [
    'getCompressionSignaturesForAccount',
    // The first is in the store of the test, the second in none.
    {
      fields: [['hash', from([[quoted(key('v1 0')), 'ok'], [quoted(key('x')), SERVER], ...NO_HASHES]), true]],
      ignoresOthers: true,
    },
  ],
  [
    'getLatestCompressionSignatures',
    {
      fields: [
        ['limit', from(LIMITS)],
        ['cursor', from(LATEST_CURSORS)],
      ],
    },
  ],
])

const PARAMETERLESS = ['getIndexerHealth', 'getIndexerSlot', 'liveness', 'readiness']
const UNKNOWN = [
  'getindexerslot',
  'getCompressedAccount',
  'constructor',
  '__proto__',
  '',
  'x'.repeat(500),
  '\\u0000',
  'getIndexerSlot ',
]

function from(values: Spelled[]): (random: Random) => Spelled {
  return (random) => (random() < 0.85 ? pick(random, values) : pick(random, WRONG))
}

function pick<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T
}

/** What counts where several values are wrong: what does not parse is found first. */
function worst(found: LeadsTo[]): LeadsTo {
  if (found.includes(PARAMS)) return PARAMS
  const isEither = found.includes('either')
  const isCursor = isEither || found.includes('cursor')
  const isOther = isEither || found.includes(SERVER)
  if (isCursor && isOther) return 'either'
  if (isCursor) return 'cursor'
  return isOther ? SERVER : 'ok'
}

function object(members: (readonly [name: string, value: Spelled])[]): Spelled {
  const text = `{${members.map(([name, [value]]) => `"${name}":${value}`).join(',')}}`
  return [text, worst(members.map(([, [, leadsTo]]) => leadsTo))]
}

function dataSlice(random: Random): Spelled {
  const given = random()
  if (given < 0.1) return ['null', 'ok']
  // Lists are taken by Photon, by accident; not here.
  if (given < 0.2) return pick(random, WRONG)
  const members: [string, Spelled][] = [
    ['offset', pick(random, OFFSETS)],
    ['length', pick(random, OFFSETS)],
  ]
  if (random() < 0.1) members.push(['more', pick(random, leadingTo('ok', '1.0', '"\\ud800"'))])
  if (random() < 0.1) members.push(['offset', ['0', PARAMS]])
  if (random() < 0.1) return [object(members.filter(([name]) => name !== 'offset'))[0], PARAMS]
  return object(members)
}

function filters(random: Random): Spelled {
  const given = random()
  if (given < 0.05) return ['null', PARAMS]
  if (given < 0.1) return ['[]', 'ok']
  if (given < 0.15)
    return pick(
      random,
      WRONG.filter(([text]) => text !== '[]'),
    )
  const list = Array.from({ length: 1 + Math.floor(random() * 3) }, () => filter(random))
  if (random() < 0.1) return [`[${Array(6).fill('{"memcmp":{"offset":0,"bytes":""}}').join(',')}]`, SERVER]
  return [`[${list.map(([text]) => text).join(',')}]`, worst(list.map(([, leadsTo]) => leadsTo))]
}

function filter(random: Random): Spelled {
  const given = random()
  if (given < 0.1) return pick(random, leadingTo(SERVER, '{}', '{"dataSize":5}', '{"memcmp":null}'))
  if (given < 0.2) return pick(random, leadingTo(PARAMS, 'null', '5', '"x"', '1.0', '[]'))
  const memcmp = object([
    ['offset', pick(random, OFFSETS)],
    ['bytes', pick(random, BYTES)],
    ...(random() < 0.1 ? [['encoding', ['"base64"', 'ok']] as const] : []),
    ...(random() < 0.1 ? [['bytes', ['""', PARAMS]] as const] : []),
  ])
  return object([['memcmp', memcmp], ...(random() < 0.1 ? [['memcmp', ['null', PARAMS]] as const] : [])])
}

/** Params for a method, as text; null: none are given. */
function params(random: Random, method: string): Spelled | [null, LeadsTo] {
  const known = METHODS.get(method)
  if (!known) {
    const texts = ['null', '[]', '{}', '"x"', '1.0', '{"a":1,"a":1}', '"\\ud800"', ...[128, 129, 2_500].map(nested)]
    const text = pick(random, texts)
    const isDeep = text.length > 256
    return random() < 0.3 ? [null, 'ok'] : [text, isDeep && !UNKNOWN.includes(method) ? PARAMS : 'ok']
  }
  const given = random()
  if (given < 0.05) return [null, PARAMS]
  if (given < 0.1) return pick(random, leadingTo(PARAMS, 'null', '"x"', '1.0', 'true', nested(129)))
  const { fields, ignoresOthers } = known
  if (given < 0.25) return byPosition(random, fields)
  const members: [string, Spelled][] = []
  const codes: LeadsTo[] = []
  for (const [name, values, isRequired] of fields) {
    if (random() < (isRequired ? 0.05 : 0.5)) {
      if (isRequired) codes.push(PARAMS)
      continue
    }
    const value = values(random)
    members.push([random() < 0.1 ? escaped(name) : name, value])
    if (random() < 0.03) members.push([name, [value[0], PARAMS]])
  }
  if (random() < 0.08) {
    const other = pick(random, ['data_slice', 'Limit', 'x', '__proto__', 'constructor', 'toString'])
    members.push([
      other,
      [pick(random, ['1', '1.0', 'null', '"\\ud800"', '[{"a":1,"a":1}]']), ignoresOthers ? 'ok' : PARAMS],
    ])
  }
  if (random() < 0.02) members.push(['\\udc00', ['1', PARAMS]])
  const [text, leadsTo] = object(shuffled(random, members))
  // Deep values are refused wherever they are.
  return [text, worst([...codes, leadsTo])]
}

function byPosition(random: Random, fields: Field[]): Spelled {
  const count = Math.floor(random() * (fields.length + 2))
  const values = fields.slice(0, count).map(([, value]) => value(random))
  const codes: LeadsTo[] = values.map(([, leadsTo]) => leadsTo)
  if (count === 0 && fields.some(([, , isRequired]) => isRequired)) codes.push(PARAMS)
  if (count > fields.length) {
    values.push(['null', 'ok'])
    codes.push(PARAMS)
  }
  return [`[${values.map(([text]) => text).join(',')}]`, worst(codes)]
}

/** The same name, spelled otherwise. */
function escaped(name: string): string {
  return `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`
}

function shuffled<T>(random: Random, values: T[]): T[] {
  return values
    .map((value) => [random(), value] as const)
    .sort(([a], [b]) => a - b)
    .map(([, value]) => value)
}

/** Ids, and how they come back; null: no id that can be answered to. */
const IDS: (readonly [text: string, echoed: string | null])[] = [
  ...['1', '0', 'null', '"test-account"', '""', '9007199254740993', '18446744073709551615'].map(
    (text) => [text, text] as const,
  ),
  ['"\\u0041\\n😀"', '"A\\n😀"'],
  ['"\\ud83d\\ude00"', '"😀"'],
  ...['18446744073709551616', '-1', '-0', '1.0', '1e0', '9'.repeat(40), 'true', '{}', '[1]', '"\\ud800"'].map(
    (text) => [text, null] as const,
  ),
  [nested(126), null],
]

const VERSIONS: (readonly [text: string, isRight: boolean])[] = [
  ['"2\\u002e0"', true],
  ['"1.0"', false],
  ['2.0', false],
  ['2', false],
  ['null', false],
  ['"2.0 "', false],
  ['["2.0"]', false],
]

/** A request, and what it must be answered. `unusable` is the code where there is no id to answer to. */
function request(random: Random, unusable: number): [string, Answered] {
  const nothingOfUse: Answered = { id: 'null', codes: [unusable] }
  const members: [string, string][] = []
  let isCall = true
  const odd = () => random() < 0.06

  const [version, isRight] = odd() ? pick(random, VERSIONS) : (['"2.0"', true] as const)
  if (odd()) isCall = false
  else members.push(['jsonrpc', version])
  isCall &&= isRight

  const method = pick(random, [...METHODS.keys(), ...METHODS.keys(), ...PARAMETERLESS, pick(random, UNKNOWN)])
  const [given, leadsTo] = params(random, method)
  if (given !== null) members.push(['params', given])
  if (odd()) {
    isCall = false
    if (random() < 0.7) members.push(['method', pick(random, ['5', 'null', '["getIndexerSlot"]', '"\\ud800"'])])
  } else members.push(['method', `"${method}"`])

  const [id, echoed] = random() < 0.7 ? (IDS[0] as (typeof IDS)[number]) : pick(random, IDS)
  let answerTo = echoed
  if (odd()) answerTo = null
  else members.push(['id', id])

  if (odd()) {
    const [name, value] = pick(random, members)
    members.push([name, value])
    if (name === 'id') answerTo = null
    else isCall = false
  }
  let isUnusable = false
  if (odd()) {
    members.push(['more', pick(random, ['1.0', '"\\ud800"', '{"a":1,"a":2}', nested(120)])])
    if (random() < 0.2) {
      isUnusable = true
      members.push(
        pick(random, [
          ['more', nested(129)],
          ['\\ud800', '1'],
        ]),
      )
    }
  }
  const text = spaced(
    random,
    `{${shuffled(random, members)
      .map(([name, value]) => `"${name}":${value}`)
      .join(',')}}`,
  )
  if (isUnusable) return [text, nothingOfUse]
  if (answerTo === null) return [text, isCall ? 'nothing' : nothingOfUse]
  if (!isCall) return [text, { id: answerTo, codes: [INVALID] }]
  if (!METHODS.get(method) && !PARAMETERLESS.includes(method)) return [text, { id: answerTo, codes: [NOT_FOUND] }]
  return [text, { id: answerTo, codes: codesOf(leadsTo) }]
}

function codesOf(leadsTo: LeadsTo): (number | 'result')[] {
  if (leadsTo === 'ok') return ['result']
  if (leadsTo === 'either') return [PARAMS, SERVER]
  return [leadsTo === 'cursor' ? PARAMS : leadsTo]
}

function spaced(random: Random, text: string): string {
  const space = () => pick(random, ['', '', '', ' ', '\n', '\t ', '\r\n'])
  return `${space()}${text}${space()}`
}

const NO_REQUESTS = ['7', '"x"', 'null', '[]', '[[]]', '{}', '1.0', 'true', nested(130)]

/** A body by chance. */
export function bentBody(random: Random): BentBody {
  const kind = random()
  if (kind < 0.15) return { text: broken(random), answered: null }
  if (kind < 0.8) {
    const [text, answered] = request(random, PARSE)
    return { text, answered }
  }
  const entries = Array.from({ length: Math.floor(random() * 5) }, (): [string, Answered] =>
    random() < 0.2 ? [pick(random, NO_REQUESTS), { id: 'null', codes: [INVALID] }] : request(random, INVALID),
  )
  const text = spaced(random, `[${entries.map(([entry]) => entry).join(',')}]`)
  if (entries.length === 0) return { text, answered: { id: 'null', codes: [INVALID] } }
  const batch = entries.flatMap(([, answered]) => (answered === 'nothing' ? [] : [answered]))
  return { text, answered: batch.length === 0 ? 'nothing' : { batch } }
}

const SCRAPS = ['', '\\u12', '1.', 'e9', 'null', '/**/', ...'"\\{}[],:0- \u0001\u2028\ufeff😀']

/** One that has lost, gained or changed some characters. */
function broken(random: Random): string {
  let [text] = request(random, PARSE)
  if (random() < 0.3) text = `[${text},${request(random, INVALID)[0]}]`
  for (let i = 1 + Math.floor(random() * 4); i > 0; i--) {
    const at = Math.floor(random() * text.length)
    text = text.slice(0, at) + pick(random, SCRAPS) + text.slice(at + Math.floor(random() * 3))
  }
  return random() < 0.2 ? text.slice(0, Math.floor(random() * text.length)) : text
}
