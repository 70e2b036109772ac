import { PROGRAM_IDS } from './synthetic-chain'

/** A body that costs as much as it can, and what is answered to it. */
export interface HeavyRequest {
  name: string
  /** A few MB at most: what they cost is counted, so that larger ones would tell nothing more. */
  body(): string
  /** What the answer begins with, behind its first member; '' for none. */
  answered: RegExp | ''
  /** Handlers carried out at most. */
  handled: number
  /** Questions to the store at most. */
  statements: number
}

const SIZE = 2_000_000
const owner = PROGRAM_IDS.token
const slot = 'getIndexerSlot'
const byOwner = 'getCompressedAccountsByOwner'
const latest = 'getLatestCompressionSignatures'

const call = (method: string, params: string, id = '1') =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`
const batch = (count: number, one: string) => `[${Array(count).fill(one).join(',')}]`
const digits = (count: number) => '7'.repeat(count)
const many = (one: string) => one.repeat(SIZE / one.length)
const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const filter = (offset: number, bytes: string) => `{"memcmp":{"offset":${offset},"bytes":"${bytes}"}}`
/** Members of different names. */
const members = (count: number) => Array.from({ length: count }, (_, i) => `"m${i}":0`).join(',')

/** No account has the byte, and no index leads to it. */
const BROAD = call(byOwner, `{"owner":"${owner}","filters":[${filter(1, '5')}]}`)

const INVALID_PARAMS = /^"error":\{"code":-32602,/
const PARSE_ERROR = /^"error":\{"code":-32700,"message":"Parse error"\},"id":null\}$/
const TOO_LONG = /^"error":\{"code":-32701,.* requests in a batch"\},"id":null\}$/
const RESULT = /^"result":/

type Row = [name: string, body: () => string, answered: HeavyRequest['answered'], handled?: number, statements?: number]

const ROWS: Row[] = [
  [
    'a limit that is a list of numbers of 700,000 digits',
    () => call(latest, `{"limit":[${digits(SIZE / 3)},${digits(SIZE / 3)},${digits(SIZE / 3)}]}`),
    INVALID_PARAMS,
  ],
  ['a limit of two million digits', () => call(latest, `[${digits(SIZE)}]`), INVALID_PARAMS],
  ['a limit with an exponent of two million digits', () => call(latest, `[1e${digits(SIZE)}]`), INVALID_PARAMS],
  [
    'an offset with two million decimals',
    () => call(byOwner, `{"owner":"${owner}","dataSlice":{"offset":0.${digits(SIZE)},"length":1}}`),
    INVALID_PARAMS,
  ],
  ['an id of two million digits', () => call(slot, '[]', digits(SIZE)), ''],
  ['an id of a million lists', () => call(slot, '[]', lists(SIZE / 2)), PARSE_ERROR],
  ['an id of two million characters', () => call(slot, '[]', `"${many('x')}"`), RESULT, 1, 1],
  ['a method of two million characters', () => call(many('x'), '[]'), /^"error":\{"code":-32601,/],
  ['an owner of two million characters', () => call(byOwner, `["${many('z')}"]`), INVALID_PARAMS],
  ['a hash of escapes', () => call('getCompressionSignaturesForAccount', `["${many('\\u0041')}"]`), INVALID_PARAMS],
  [
    'a cursor of two million characters',
    () => call(latest, `{"cursor":"${many('z')}"}`),
    /^"error":\{"code":-32000,"message":"Validation Error: Invalid cursor z{128}…"/,
    1,
  ],
  [
    'a cursor of an owner of two million characters',
    () => call(byOwner, `{"owner":"${owner}","cursor":"${many('z')}"}`),
    INVALID_PARAMS,
    1,
  ],
  ['half characters', () => call(latest, `{"cursor":"${many('\\ud800')}"}`), INVALID_PARAMS],
  ['blanks around a request', () => `${many(' ')}${call(slot, '[]')}${many('\n')}`, RESULT, 1, 1],
  ['lists that are never closed', () => many('['), PARSE_ERROR],
  ['objects that are never closed', () => many('{"a":'), PARSE_ERROR],
  ['levels in params that nobody reads', () => call(slot, lists(SIZE / 2)), INVALID_PARAMS],
  ['levels in a limit', () => call(latest, `{"limit":${lists(2_500)}}`), INVALID_PARAMS],
  ['levels in a filter', () => call(byOwner, `{"owner":"${owner}","filters":[${lists(SIZE / 2)}]}`), INVALID_PARAMS],
  ['empty lists in params', () => call(latest, `{"limit":[${many('[],')}[]]}`), INVALID_PARAMS],
  ['empty filters', () => call(byOwner, `{"owner":"${owner}","filters":[${many('{},')}{}]}`), INVALID_PARAMS],
  ['members of params', () => call(latest, `{${members(150_000)}}`), INVALID_PARAMS],
  ['one member of params again and again', () => call(latest, `{${many('"a":0,')}"a":0}`), INVALID_PARAMS],
  ['members of a request that nobody reads', () => `{${members(150_000)},${call(slot, '[]').slice(1)}`, RESULT, 1, 1],
  ['one id again and again', () => `{${many('"id":1,')}${call(slot, '[]').slice(1)}`, ''],
  [
    'nine hundred filters of 2,048 characters',
    () =>
      call(
        byOwner,
        `{"owner":"${owner}","filters":[${Array(900)
          .fill(filter(0, 'z'.repeat(2_048)))
          .join(',')}]}`,
      ),
    /^"error":\{"code":-32000,"message":"Validation Error: Too many filters/,
  ],
  [
    'five filters of 2,048 characters',
    () =>
      call(
        byOwner,
        `{"owner":"${owner}","filters":[${Array(5)
          .fill(filter(0, 'z'.repeat(2_048)))
          .join(',')}]}`,
      ),
    RESULT,
    1,
    30,
  ],
  [
    'a filter of two million characters',
    () => call(byOwner, `{"owner":"${owner}","filters":[${filter(0, many('z'))}]}`),
    INVALID_PARAMS,
  ],
  ['a filter that no account fits', () => BROAD, RESULT, 1, 30],
  [
    'a thousand filters that no account fits',
    () => batch(1_000, BROAD),
    /"error":\{"code":-32000,"message":"Too much work/,
    100,
    510,
  ],
  [
    'a thousand pages of a thousand accounts under a V2 name',
    () => batch(1_000, call(`${byOwner}V2`, `{"owner":"${owner}"}`)),
    /^"error":\{"code":-32600,"message":"Invalid request"\},"id":null\}$/,
    40,
    120,
  ],
  [
    'a thousand requests, each with as many values as one may have',
    () => batch(1_000, call(latest, `{"limit":[${'0,'.repeat(900)}0]}`)),
    INVALID_PARAMS,
  ],
  ['a batch of one too many', () => batch(1_001, call(slot, '[]')), TOO_LONG],
  ['a batch of a million empty lists', () => `[${many('[],')}[]]`, TOO_LONG],
]

export const HEAVY_REQUESTS = ROWS.map(
  ([name, body, answered, handled = 0, statements = 0]): HeavyRequest => ({
    name,
    body,
    answered,
    handled,
    statements,
  }),
)
