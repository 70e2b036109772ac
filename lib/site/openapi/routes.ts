import { z } from 'zod'
import { EXPORT_FORMATS } from '../../api/file-format'
import { INTEGERS } from '../../api/handlers'
import { MAX_CALLS, WHOLE_MODES } from '../../api/whole'
import { MAX_PART_CALLS } from '../../compare/contract'
import { COMPARED_METHODS } from '../../compare/methods'
import { columnsOf, DECODED_RULE } from '../../listing/address/columns'
import { MOMENT_RULE } from '../../listing/address/created'
import type { RowsName } from '../../protocol/rpc/items'
import { isListMethod, type MethodName, methods, rowsNameOf } from '../../protocol/rpc/methods'
import { MAX_FILTERS } from '../../protocol/rpc/methods/getCompressedAccountsByOwner'
import { address, cursor, hash, limit, safeInteger, signature, isoTime as time } from '../../protocol/rpc/primitives'
import { ALL_NETWORKS } from '../../status/all-networks'
import { MAX_SAMPLES } from '../../status/health/network-monitor'
import { HISTORY_DAYS, MAX_HISTORY_POINTS } from '../../status/history/contract'
import { networkNames } from '../../upstream/networks/networks'
import type { AnswerName } from './answers'

export interface Param {
  about: string
  schema: z.ZodType
  required?: true
  inPath?: true
  /** Its value is JSON text. */
  json?: true
}

export interface Route {
  path: string
  /** In a sentence, without a full stop. */
  about: string
  params: Readonly<Record<string, Param>>
  answer: AnswerName | null
  /** Besides JSON, or instead of it. */
  types?: readonly string[]
  also?: Readonly<Record<number, string>>
}

const CSV = 'text/csv'
const NDJSON = 'application/x-ndjson'
const ATOM = 'application/atom+xml'

const param = (about: string, schema: z.ZodType): Param => ({ about, schema })
const needed = (about: string, schema: z.ZodType): Param => ({ about, schema, required: true })
const inPath = (about: string, schema: z.ZodType): Param => ({ about, schema, required: true, inPath: true })

const WRONG_BADGE = { 400: 'A parameter is wrong: the badge says so' }

const flag = z.enum(['true', 'false'])
const minSlot = param('Nothing older than this slot: waits up to 5 s for the indexer to reach it', safeInteger)
const integers = param('string: every U64 is text, however small', z.literal(INTEGERS))
const comments = param('false: only rows, without the lines about the file', flag)
const pageLimit = param('Rows of a page', limit.min(1))
const format = needed('Of the file', z.enum(EXPORT_FORMATS))
const proof = param('Checks each row against its own hash', flag)
const pageFilter = z.string().regex(/^\d+:[1-9A-HJ-NP-Za-km-z]+$/)
const pageSlice = z.string().regex(/^\d+:[1-9]\d*$/)
const moment = z.string().meta({ description: MOMENT_RULE })

const ABOUT: Readonly<Record<string, string>> = {
  owner: 'Owner program, or wallet',
  delegate: 'Whoever may move the tokens',
  mint: 'Only token accounts of this mint',
  filters: 'Only accounts whose data have these bytes at these places, behind the discriminator',
  dataSlice: 'Only this part of the data of each account',
  cursor: 'Continues behind the last row of the page whose answer had it',
  hash: 'Hash of an account version',
}

const OPERATIONS: Readonly<Record<MethodName, string>> = {
  getIndexerHealth: 'Whether the indexer says that it is ok',
  getIndexerSlot: 'The slot that the indexer has reached',
  getCompressedAccountsByOwner: 'Live compressed accounts of an owner',
  getCompressedTokenAccountsByDelegate: 'Compressed token accounts of a delegate',
  getCompressionSignaturesForAccount: 'The transactions that created and consumed an account version',
  getLatestCompressionSignatures: 'The latest transactions that touched compressed state, newest first',
}

function sortOf(rows: RowsName): z.ZodType {
  const names = columnsOf(rows)
    .filter(({ isUnsorted }) => !isUnsorted)
    .flatMap(({ name }) => [name, `-${name}`])
  const known = z.enum(names)
  return rows === 'accounts' ? z.union([known, z.string().meta({ description: DECODED_RULE })]) : known
}

function paramsOf(method: MethodName, isFile: boolean): Record<string, Param> {
  const own = Object.entries<z.ZodType>(methods[method].params.shape).map(([name, schema]): [string, Param] => {
    if (name === 'limit') return [name, pageLimit]
    const isOptional = schema.safeParse(undefined).success
    const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
    const value = (inner instanceof z.ZodNullable ? inner.unwrap() : inner) as z.ZodType
    const isJson = value instanceof z.ZodObject || value instanceof z.ZodArray
    const about = ABOUT[name] ?? name
    return [name, { about, schema: value, ...(!isOptional && { required: true }), ...(isJson && { json: true }) }]
  })
  const rows = isListMethod(method) ? rowsNameOf(method) : null
  const isOfAccounts = rows !== null && rows !== 'signatures'
  return {
    ...Object.fromEntries(own),
    ...(rows && { sort: param('Column to sort the whole list by, behind a minus greatest first', sortOf(rows)) }),
    ...(isOfAccounts && {
      since: param('Only accounts created then or later', moment),
      until: param('Only accounts created before', moment),
      proof,
      ...(!isFile && { integers }),
    }),
    ...(method === 'getCompressedAccountsByOwner' && {
      filter: param(
        'A filter as pages spell it: offset and base58. Not beside filters',
        pageFilter.array().max(MAX_FILTERS),
      ),
      slice: param('dataSlice as pages spell it: offset and length. Not beside dataSlice', pageSlice),
      whole: param('Reads the list in parts', z.enum(isFile ? WHOLE_MODES.slice(0, 2) : WHOLE_MODES)),
      calls: param('With whole: calls to the indexer, at most', z.int().min(1).max(MAX_CALLS)),
    }),
    minSlot,
    ...(isFile && { format, comments, marks: param('A line before each part says where it ends and goes on', flag) }),
  }
}

const NAMES = Object.keys(methods) as MethodName[]

/** Every route of the API; `cluster` is a parameter of each of them. */
export function apiRoutes(): Route[] {
  const networks = networkNames()
  const one = { cluster: param('Network', z.enum(networks)) }
  const all = { cluster: param('Network, or all of them', z.enum([...networks, ALL_NETWORKS])) }
  const get = (path: string, about: string, answer: AnswerName | null, params: Record<string, Param>, more = {}) => ({
    ...{ path, about, answer },
    params: { ...params, ...(params.cluster ? {} : one) },
    ...more,
  })
  const account = { hash: needed('Hash of the account version', hash) }
  const feed = { types: [ATOM] }
  return [
    get('/api/v1', 'Every route, and this document', 'Index', {}),
    ...NAMES.map((name) => get(`/api/v1/${name}`, OPERATIONS[name], name, paramsOf(name, false))),
    ...NAMES.filter(isListMethod).map((name) =>
      get(`/api/v1/${name}/export`, `${OPERATIONS[name]}, all of them as a file`, null, paramsOf(name, true), {
        types: [CSV, NDJSON],
      }),
    ),
    get('/api/v1/account', 'An account version, live or consumed, read with a chain node', 'AccountContent', {
      ...{ ...account, minSlot, integers },
    }),
    get('/api/v1/account/history', 'Versions of an account around one, newest first', 'AccountHistory', {
      ...{ ...account, minSlot, limit: pageLimit, integers },
      cursor: param('cursor or newerCursor of another page', cursor),
    }),
    get(
      '/api/v1/account/history/export',
      'All versions of an account as a file',
      null,
      { ...account, format, comments, minSlot },
      { types: [CSV, NDJSON] },
    ),
    get('/api/v1/transaction', 'What a transaction did to compressed accounts', 'Transaction', {
      signature: needed('Signature of the transaction', signature),
      integers,
    }),
    get('/api/v1/transactions', 'What up to 50 transactions did, in a sentence each', 'Transactions', {
      signatures: needed('Signatures, separated by commas', z.string()),
      begin: param('automatic: reads the others only where pages do so by themselves', z.enum(['always', 'automatic'])),
      integers,
    }),
    get(
      '/api/v1/wallet',
      'What a wallet holds on the chain and compressed, counted once',
      'Wallet',
      {
        address: needed('The wallet', address),
        associated: param('Also compressed accounts of up to 100 associated token accounts', z.literal('listed')),
        format: param('As a file', z.enum(['json', 'csv'])),
        ...{ comments, integers },
      },
      { types: [CSV] },
    ),
    get(
      '/api/v1/compare',
      'In what the answers of two indexers differ',
      'Comparison',
      {
        what: needed('What both are asked for', z.enum(Object.keys(COMPARED_METHODS))),
        method: param('The operation of what, in whose place it may stand', z.enum(NAMES)),
        owner: param('For what=owner', address),
        delegate: param('For what=delegate', address),
        mint: param('With delegate', address),
        hash: param('For what=signatures', hash),
        a: param('Number of an indexer, 1 if absent', z.int().min(1).max(99)),
        b: param('Number of the other one, 2 if absent', z.int().min(1).max(99)),
        parts: param(`Reads lists in parts, in up to ${MAX_PART_CALLS} calls a side`, z.literal('true')),
        integers,
      },
      { also: { 202: 'Not done yet: repeat the request' } },
    ),
    get('/api/v1/idl', 'The IDL by which accounts of a program are decoded', 'Idl', {
      program: needed('Address of the program', address),
    }),
    get(
      '/api/v1/mint',
      'A mint as the chain has it: supply, authorities, extensions, pools, and what its issuer claims',
      'Mint',
      {
        mint: needed('Address of the mint', address),
        integers,
      },
    ),
    get('/api/v1/search', 'What a text may be, and the pages of that', 'Search', {
      q: needed('An address, account hash, signature, slot, link, or a text with some of them', z.string()),
    }),
    get('/api/v1/status', 'State of the indexer', 'Status', {
      ...all,
      samples: param('Checks to include', z.int().min(0).max(MAX_SAMPLES)),
    }),
    get(
      '/api/v1/status/history',
      `Checks, verdicts and incidents of the last ${HISTORY_DAYS} days`,
      'StatusHistory',
      {
        from: param('ISO 8601; a day before to, if absent', time),
        to: param('ISO 8601; now, if absent', time),
        points: param('Steps', z.int().min(1).max(MAX_HISTORY_POINTS)),
        format: param('json if absent', z.enum(['json', 'csv'])),
        comments,
      },
      { types: [CSV] },
    ),
    get(
      '/api/v1/health',
      'The verdict for monitors',
      'Health',
      {
        ...all,
        strict: param('503 unless the verdict is ok', z.literal('1')),
      },
      { also: { 503: 'With strict=1: not ok' }, types: ['application/health+json'] },
    ),
    get('/status/incident/{id}.json', 'An incident as a document', 'Incident', {
      id: inPath('Of the incident', z.string()),
    }),
    get(
      '/status/incident/{id}.md',
      'An incident as Markdown',
      null,
      { id: inPath('Of the incident', z.string()) },
      { types: ['text/markdown'] },
    ),
    get('/badge.json', 'The badge for shields.io', 'Badge', all, { also: WRONG_BADGE }),
    get('/badge.svg', 'A badge with verdict and slot', null, all, {
      types: ['image/svg+xml'],
      also: WRONG_BADGE,
    }),
    get('/status.atom', 'Feed of changes of the verdict', null, all, feed),
    get('/latest.atom', 'Feed of the latest transactions', null, {}, feed),
    get('/account/{hash}.atom', 'Feed of an account', null, { hash: inPath('Hash of a version', hash) }, feed),
    get('/owner/{owner}.atom', 'Feed of an owner’s accounts', null, { owner: inPath('The owner', address) }, feed),
    get('/wallet/{address}.atom', 'Feed of a wallet', null, { address: inPath('The wallet', address) }, feed),
  ]
}
