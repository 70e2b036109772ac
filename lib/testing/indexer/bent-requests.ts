import { base58 } from '@scure/base'
import { encodeDelegateCursor, encodeLatestCursor, encodeOwnerCursor } from '@/lib/indexer/handlers/cursor'
import { key, PROGRAMS } from './synthetic-chain'

/* The expected answer is known by construction, not by parsing. facts/photon-wire.md 3, 4, 5, 8. */

export type Answered = 'nothing' | { id: string; code: Outcome }

export interface BentBody {
  text: string
  /** One for a single request, one per answered request of a batch; null: whatever its text deserves. */
  answered: Answered | { batch: Answered[] } | null
}

type Random = () => number
type Outcome = number | 'result'

const PARSE = -32700
const INVALID = -32600
const NOT_FOUND = -32601
const PARAMS = -32602
const SERVER = -32000

type Spelled = readonly [text: string, outcome: Outcome]

const quoted = (bytes: Uint8Array) => `"${base58.encode(bytes)}"`
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

const right = (...texts: string[]) => texts.map((text): Spelled => [text, 'result'])
const wrong = (code: number, ...texts: string[]) => texts.map((text): Spelled => [text, code])

const WRONG = wrong(
  PARAMS,
  ...['true', '[null]', '1.5', '1e999', '"\\ud800"', '9'.repeat(30), '{"a":1,"a":2}'],
  ...[100, 130, 2_500].map(nested),
)

const LIMITS = [
  ...right('0', '1', '7', '1000', 'null'),
  ...wrong(PARAMS, '1001', '-1', '-0', '10.0', '1e2', '1E0', '"5"', '18446744073709551616'),
]

const ADDRESSES = [
  ...right(...[key('owner'), PROGRAMS.tokenBytes, key('delegate'), new Uint8Array(32)].map(quoted)),
  ...right(`"\\u0031${'1'.repeat(31)}"`),
  ...wrong(PARAMS, quoted(key('owner').slice(1)), quoted(new Uint8Array(33)), `"${'z'.repeat(45)}"`),
  ...wrong(PARAMS, '""', '"0OIl"', '"é"', '"😀"', '5'),
]
const NULL_ADDRESS = wrong(PARAMS, 'null')

const OFFSETS: Spelled[] = [
  ...right('0', '32', '4294967296', '9007199254740991'),
  ...wrong(PARAMS, '-1', '0.0', '1e1', '-0', 'null', '"0"', '18446744073709551616'),
]
const SLICES = [
  ...right('null', '{"offset":0,"length":1,"more":1.0}'),
  ...OFFSETS.map(([text, outcome]): Spelled => [`{"offset":1,"length":${text}}`, outcome]),
  ...wrong(PARAMS, '{}', '[]', '{"length":1}', '{"offset":0,"length":1,"offset":0}'),
]

const memcmp = (offset: string, bytes: string, more = '') => `[{"memcmp":{"offset":${offset},"bytes":${bytes}${more}}}]`
const FILTERS = [
  ...right('[]', memcmp('0', '""', ',"encoding":"base64"'), memcmp('1', '"2"'), memcmp('0', quoted(key('mint')))),
  ...OFFSETS.map(([text, outcome]): Spelled => [memcmp(text, '"2"'), outcome]),
  ...wrong(PARAMS, 'null', '{}', '[null]', '[5]', '["x"]', '[1.0]', '[[]]', memcmp('0', '""', ',"bytes":""')),
  ...wrong(PARAMS, ...['"0"', '"\\udc00"', `"${'z'.repeat(3_000)}"`, 'null', '5'].map((bytes) => memcmp('0', bytes))),
  ...wrong(SERVER, '[{}]', '[{"dataSize":5}]', '[{"memcmp":null}]'),
  ...wrong(SERVER, `[${Array(6).fill('{"memcmp":{"offset":0,"bytes":""}}').join(',')}]`),
]

const cursors = (text: string, wrongLength: number, noBase58: number, empty = wrongLength): Spelled[] => [
  ...right('null', `"${text}"`),
  ...wrong(wrongLength, ...[base58.decode(text).length + 1, 3].map((length) => quoted(new Uint8Array(length)))),
  ...wrong(empty, '""'),
  ...wrong(noBase58, '"0"', '"\\u0000"', `"${'z'.repeat(200)}"`),
  ...wrong(PARAMS, '5'),
]

/** Fields with their possible values, a valid one first. The first field is required where `isRequired`. */
interface Operation {
  fields: (readonly [name: string, values: Spelled[]])[]
  isRequired?: boolean
  ignoresOthers?: boolean
}

const byOwner: Operation = {
  fields: [
    ['owner', [...ADDRESSES, ...NULL_ADDRESS]],
    ['filters', FILTERS],
    ['dataSlice', SLICES],
    ['cursor', cursors(encodeOwnerCursor({ leafIndex: 3n, hash: key('x') }), PARAMS, PARAMS)],
    ['limit', LIMITS],
  ],
  isRequired: true,
}
const byDelegate: Operation = {
  fields: [
    ['delegate', [...ADDRESSES, ...NULL_ADDRESS]],
    ['mint', [...right('null'), ...ADDRESSES]],
    ['cursor', cursors(encodeDelegateCursor({ mint: key('m'), hash: key('x') }), SERVER, PARAMS)],
    ['limit', LIMITS],
  ],
  isRequired: true,
}
const latestCursor = (slot: bigint) => encodeLatestCursor({ slot, signature: new Uint8Array(64) })
const METHODS = new Map<string, Operation>([
  ['getCompressedAccountsByOwner', byOwner],
  ['getCompressedAccountsByOwnerV2', byOwner],
  ['getCompressedTokenAccountsByDelegate', byDelegate],
  ['getCompressedTokenAccountsByDelegateV2', byDelegate],
  [
    'getCompressionSignaturesForAccount',
    {
      fields: [
        ['hash', [...right(quoted(key('v1 0'))), ...wrong(SERVER, quoted(key('x'))), ...wrong(PARAMS, '""', '5')]],
      ],
      isRequired: true,
      ignoresOthers: true,
    },
  ],
  [
    'getLatestCompressionSignatures',
    {
      fields: [
        ['limit', LIMITS],
        [
          'cursor',
          [...cursors(latestCursor(7n), SERVER, SERVER), ...wrong(SERVER, `"${latestCursor(2n ** 64n - 1n)}"`)],
        ],
      ],
    },
  ],
])

const PARAMETERLESS = ['getIndexerHealth', 'getIndexerSlot', 'liveness', 'readiness']
const UNKNOWN = ['getindexerslot', 'getCompressedAccount', 'constructor', '__proto__', '', 'x'.repeat(500), '\\u0000']

function pick<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T
}

/** null: no params. At most one value is wrong. */
function params(random: Random, method: string): Spelled | [null, Outcome] {
  const known = METHODS.get(method)
  const given = random()
  if (!known) {
    if (given < 0.3) return [null, 'result']
    const texts = ['null', '[]', '{}', '"x"', '1.0', '{"a":1,"a":1}', '"\\ud800"', nested(128)]
    return pick(random, [...right(...texts), ...wrong(PARAMS, nested(129), nested(2_500))])
  }
  if (given < 0.05) return [null, PARAMS]
  if (given < 0.1) return pick(random, wrong(PARAMS, 'null', '"x"', '1.0', 'true', nested(129)))
  const { fields, isRequired, ignoresOthers } = known
  const varied = Math.floor(random() * fields.length)
  const members = fields.map(([name, values], i) => {
    const [first] = values
    return [name, i === varied ? pick(random, random() < 0.8 ? values : WRONG) : first] as [string, Spelled]
  })
  const outcome = members[varied]?.[1][1] ?? 'result'
  if (given < 0.25) {
    const count = Math.floor(random() * (fields.length + 2))
    const texts = [...members.map(([, [text]]) => text), 'null'].slice(0, count)
    const isBad = count > fields.length || (count === 0 && isRequired)
    return [`[${texts.join(',')}]`, isBad ? PARAMS : varied < count ? outcome : 'result']
  }
  let found = outcome
  const named = members.flatMap(([name, [text]], i): [string, string][] => {
    if (i === 0 && isRequired && random() < 0.05) {
      found = PARAMS
      return []
    }
    const isLeftOut = i !== varied && !(i === 0 && isRequired) && random() < 0.5
    return isLeftOut ? [] : [[random() < 0.1 ? escaped(name) : name, text]]
  })
  if (random() < 0.08) {
    const other = pick(random, ['data_slice', 'Limit', 'x', '__proto__', 'constructor', 'toString'])
    named.push([other, pick(random, ['1', '1.0', 'null', '"\\ud800"', '[{"a":1,"a":1}]'])])
    if (!ignoresOthers) found = PARAMS
  }
  const [twice] = named
  if ((twice && random() < 0.05) || random() < 0.02) {
    named.push(twice && fields.some(([name]) => name === twice[0]) ? twice : ['\\udc00', '1'])
    found = PARAMS
  }
  return [
    `{${shuffled(
      random,
      named.map(([name, text]) => `"${name}":${text}`),
    ).join(',')}}`,
    found,
  ]
}

function escaped(name: string): string {
  return `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`
}

function shuffled<T>(random: Random, values: T[]): T[] {
  return values
    .map((value) => [random(), value] as const)
    .sort(([a], [b]) => a - b)
    .map(([, value]) => value)
}

/** Ids and their echo; null: an id that cannot be answered. */
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

function request(random: Random, unusable: number): [string, Answered] {
  const nothingOfUse: Answered = { id: 'null', code: unusable }
  const members: [string, string][] = []
  let isCall = true
  const odd = () => random() < 0.06

  const [version, isRight] = odd() ? pick(random, VERSIONS) : (['"2.0"', true] as const)
  if (odd()) isCall = false
  else members.push(['jsonrpc', version])
  isCall &&= isRight

  const method = pick(random, [...METHODS.keys(), ...METHODS.keys(), ...PARAMETERLESS, pick(random, UNKNOWN)])
  const [given, outcome] = params(random, method)
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
  if (!isCall) return [text, { id: answerTo, code: INVALID }]
  const isKnown = METHODS.has(method) || PARAMETERLESS.includes(method)
  return [text, { id: answerTo, code: isKnown ? outcome : NOT_FOUND }]
}

function spaced(random: Random, text: string): string {
  const space = () => pick(random, ['', '', '', ' ', '\n', '\t ', '\r\n'])
  return `${space()}${text}${space()}`
}

const NO_REQUESTS = ['7', '"x"', 'null', '[]', '[[]]', '{}', '1.0', 'true', nested(130)]

export function bentBody(random: Random): BentBody {
  const kind = random()
  if (kind < 0.15) return { text: broken(random), answered: null }
  if (kind < 0.8) {
    const [text, answered] = request(random, PARSE)
    return { text, answered }
  }
  const entries = Array.from({ length: Math.floor(random() * 5) }, (): [string, Answered] =>
    random() < 0.2 ? [pick(random, NO_REQUESTS), { id: 'null', code: INVALID }] : request(random, INVALID),
  )
  const text = spaced(random, `[${entries.map(([entry]) => entry).join(',')}]`)
  if (entries.length === 0) return { text, answered: { id: 'null', code: INVALID } }
  const batch = entries.flatMap(([, answered]) => (answered === 'nothing' ? [] : [answered]))
  return { text, answered: batch.length === 0 ? 'nothing' : { batch } }
}

const SCRAPS = ['', '\\u12', '1.', 'e9', 'null', '/**/', ...'"\\{}[],:0- \u0001\u2028\ufeff😀']

function broken(random: Random): string {
  let [text] = request(random, PARSE)
  if (random() < 0.3) text = `[${text},${request(random, INVALID)[0]}]`
  for (let i = 1 + Math.floor(random() * 4); i > 0; i--) {
    const at = Math.floor(random() * text.length)
    text = text.slice(0, at) + pick(random, SCRAPS) + text.slice(at + Math.floor(random() * 3))
  }
  return random() < 0.2 ? text.slice(0, Math.floor(random() * text.length)) : text
}
