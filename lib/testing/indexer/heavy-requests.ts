import { PROGRAM_IDS } from './synthetic-chain'

/** A body that costs as much as it can, and what is answered to it. */
export interface HeavyRequest {
  name: string
  /** A few MB at most: what they cost is counted, so that larger ones would tell nothing more. */
  body(): string
  /** What the answer begins with, behind its first member; '' for none. */
  answered: RegExp | ''
  status?: number
  /** Handlers carried out at most; 0 where nothing is said. */
  handled?: number
  /** Questions to the store at most; 0 where nothing is said. */
  statements?: number
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

export const HEAVY_REQUESTS: HeavyRequest[] = [
  {
    name: 'a limit that is a list of numbers of 700,000 digits',
    body: () => call(latest, `{"limit":[${digits(SIZE / 3)},${digits(SIZE / 3)},${digits(SIZE / 3)}]}`),
    answered: INVALID_PARAMS,
  },
  { name: 'a limit of two million digits', body: () => call(latest, `[${digits(SIZE)}]`), answered: INVALID_PARAMS },
  {
    name: 'a limit with an exponent of two million digits',
    body: () => call(latest, `[1e${digits(SIZE)}]`),
    answered: INVALID_PARAMS,
  },
  {
    name: 'an offset with two million decimals',
    body: () => call(byOwner, `{"owner":"${owner}","dataSlice":{"offset":0.${digits(SIZE)},"length":1}}`),
    answered: INVALID_PARAMS,
  },
  { name: 'an id of two million digits', body: () => call(slot, '[]', digits(SIZE)), answered: '' },
  { name: 'an id of a million lists', body: () => call(slot, '[]', lists(SIZE / 2)), answered: PARSE_ERROR },
  {
    name: 'an id of two million characters',
    body: () => call(slot, '[]', `"${many('x')}"`),
    answered: RESULT,
    handled: 1,
    statements: 1,
  },
  {
    name: 'a method of two million characters',
    body: () => call(many('x'), '[]'),
    answered: /^"error":\{"code":-32601,/,
  },
  {
    name: 'an owner of two million characters',
    body: () => call(byOwner, `["${many('z')}"]`),
    answered: INVALID_PARAMS,
  },
  {
    name: 'a hash of escapes',
    body: () => call('getCompressionSignaturesForAccount', `["${many('\\u0041')}"]`),
    answered: INVALID_PARAMS,
  },
  {
    name: 'a cursor of two million characters',
    body: () => call(latest, `{"cursor":"${many('z')}"}`),
    answered: /^"error":\{"code":-32000,"message":"Validation Error: Invalid cursor z{128}…"/,
    handled: 1,
  },
  {
    name: 'a cursor of an owner of two million characters',
    body: () => call(byOwner, `{"owner":"${owner}","cursor":"${many('z')}"}`),
    answered: INVALID_PARAMS,
    handled: 1,
  },
  {
    name: 'half characters',
    body: () => call(latest, `{"cursor":"${many('\\ud800')}"}`),
    answered: INVALID_PARAMS,
  },
  {
    name: 'blanks around a request',
    body: () => `${many(' ')}${call(slot, '[]')}${many('\n')}`,
    answered: RESULT,
    handled: 1,
    statements: 1,
  },
  { name: 'lists that are never closed', body: () => many('['), answered: PARSE_ERROR },
  { name: 'objects that are never closed', body: () => many('{"a":'), answered: PARSE_ERROR },
  { name: 'levels in params that nobody reads', body: () => call(slot, lists(SIZE / 2)), answered: INVALID_PARAMS },
  { name: 'levels in a limit', body: () => call(latest, `{"limit":${lists(2_500)}}`), answered: INVALID_PARAMS },
  {
    name: 'levels in a filter',
    body: () => call(byOwner, `{"owner":"${owner}","filters":[${lists(SIZE / 2)}]}`),
    answered: INVALID_PARAMS,
  },
  { name: 'empty lists in params', body: () => call(latest, `{"limit":[${many('[],')}[]]}`), answered: INVALID_PARAMS },
  {
    name: 'empty filters',
    body: () => call(byOwner, `{"owner":"${owner}","filters":[${many('{},')}{}]}`),
    answered: INVALID_PARAMS,
  },
  { name: 'members of params', body: () => call(latest, `{${members(150_000)}}`), answered: INVALID_PARAMS },
  {
    name: 'one member of params again and again',
    body: () => call(latest, `{${many('"a":0,')}"a":0}`),
    answered: INVALID_PARAMS,
  },
  {
    name: 'members of a request that nobody reads',
    body: () => `{${members(150_000)},${call(slot, '[]').slice(1)}`,
    answered: RESULT,
    handled: 1,
    statements: 1,
  },
  { name: 'one id again and again', body: () => `{${many('"id":1,')}${call(slot, '[]').slice(1)}`, answered: '' },
  {
    name: 'nine hundred filters of 2,048 characters',
    body: () =>
      call(
        byOwner,
        `{"owner":"${owner}","filters":[${Array(900)
          .fill(filter(0, 'z'.repeat(2_048)))
          .join(',')}]}`,
      ),
    answered: /^"error":\{"code":-32000,"message":"Validation Error: Too many filters/,
  },
  {
    name: 'five filters of 2,048 characters',
    body: () =>
      call(
        byOwner,
        `{"owner":"${owner}","filters":[${Array(5)
          .fill(filter(0, 'z'.repeat(2_048)))
          .join(',')}]}`,
      ),
    answered: RESULT,
    handled: 1,
    statements: 30,
  },
  {
    name: 'a filter of two million characters',
    body: () => call(byOwner, `{"owner":"${owner}","filters":[${filter(0, many('z'))}]}`),
    answered: INVALID_PARAMS,
  },
  { name: 'a filter that no account fits', body: () => BROAD, answered: RESULT, handled: 1, statements: 30 },
  {
    name: 'a thousand filters that no account fits',
    body: () => batch(1_000, BROAD),
    answered: /"error":\{"code":-32000,"message":"Too much work/,
    handled: 100,
    statements: 510,
  },
  {
    name: 'a thousand pages of a thousand accounts under a V2 name',
    body: () => batch(1_000, call(`${byOwner}V2`, `{"owner":"${owner}"}`)),
    answered: /^"error":\{"code":-32600,"message":"Invalid request"\},"id":null\}$/,
    handled: 40,
    statements: 120,
  },
  {
    name: 'a thousand requests, each with as many values as one may have',
    body: () => batch(1_000, call(latest, `{"limit":[${'0,'.repeat(900)}0]}`)),
    answered: INVALID_PARAMS,
  },
  { name: 'a batch of one too many', body: () => batch(1_001, call(slot, '[]')), answered: TOO_LONG },
  { name: 'a batch of a million empty lists', body: () => `[${many('[],')}[]]`, answered: TOO_LONG },
]
