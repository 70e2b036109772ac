import { type Cluster, href } from '../page/address'
import { type Search, UrlReader, type UrlResult } from '../page/url-reader'
import { address, hash } from '../protocol/rpc/primitives'
import type { CompareQuery, CompareRequest } from './contract'
import { COMPARED_METHODS, type ComparedWhat } from './methods'

/** Highest accepted indexer number; our choice. */
const MAX_INDEXERS = 99

export interface CompareAddress {
  /** null: a parameter is missing, so the page shows the form. */
  query: CompareQuery | null
  what: ComparedWhat
  subject: string
  mint: string
  a: number
  b: number
  missing: string | null
}

export const SUBJECT_PARAMS = {
  owner: 'owner',
  delegate: 'delegate',
  signatures: 'hash',
  latest: null,
  slot: null,
  health: null,
} as const satisfies Record<ComparedWhat, string | null>

/** `subject` is the form's field for owner, delegate or hash. */
export const COMPARE_PARAMS = [
  'what',
  'method',
  'owner',
  'delegate',
  'mint',
  'hash',
  'subject',
  'a',
  'b',
  'parts',
] as const

export function readCompareUrl(search: Search): UrlResult<CompareAddress> {
  const read = new UrlReader(search)
  const words = Object.keys(COMPARED_METHODS) as ComparedWhat[]
  const wordOf = (text: string) => words.find((word) => word === text) ?? null
  const wordOfMethod = (text: string) => words.find((word) => COMPARED_METHODS[word] === text) ?? null
  const byWord = read.parsed('what', `must be one of ${words.join(', ')}`, wordOf)
  const byMethod = read.parsed('method', `must be one of ${Object.values(COMPARED_METHODS).join(', ')}`, wordOfMethod)
  if (byWord && byMethod && byWord !== byMethod) read.refuse('method', 'must be that of what, or left out')
  const what = byWord ?? byMethod
  const rule = `must be the number of an indexer, from 1 to ${MAX_INDEXERS}`
  const indexer = (name: string, usual: number) => {
    return read.parsed(name, rule, (text) => (/^[1-9]\d?$/.test(text) ? Number(text) : null)) ?? usual
  }
  const a = indexer('a', 1)
  const b = indexer('b', a === 2 ? 1 : 2)
  if (a === b) read.refuse('b', 'must be another indexer than a')
  const parts = read.parsed('parts', 'must be true, or left out', (text) => text === 'true' || null) ?? false
  const subjectName = SUBJECT_PARAMS[what ?? 'owner']
  const subject = subjectName === null ? '' : (read.one(subjectName) ?? read.one('subject') ?? '').trim()
  const mint = what === 'delegate' ? (read.one('mint') ?? '').trim() : ''
  if (subject && subjectName) read.scalar(subjectName, subject, subjectName === 'hash' ? hash : address)
  if (mint) read.scalar('mint', mint, address)
  const missing = what === null ? 'what' : subjectName !== null && subject === '' ? subjectName : null
  const request = { what, ...(subjectName && { [subjectName]: subject }), ...(mint && { mint }) } as CompareRequest
  const query = missing === null ? { request, a, b, parts } : null
  return read.done({ query, what: what ?? 'owner', subject, mint, a, b, missing })
}

export function compareParams({ request, a, b, parts }: CompareQuery): Record<string, string> {
  const { what, ...subject } = request
  return { what, ...subject, a: String(a), b: String(b), ...(parts && { parts: 'true' }) }
}

export function compareHref(params: Record<string, string | undefined> = {}, cluster?: Cluster): string {
  return href('/compare', { ...params, cluster })
}
