import type { InvalidParam } from '../api/problem'
import { type Cluster, href } from '../page/address'
import { address, hash } from '../protocol/rpc/primitives'
import { COMPARED, type ComparedWhat, type CompareQuery, type CompareRequest, isCompared } from './contract'

/** Highest accepted number of an indexer; our choice. */
const MOST_INDEXERS = 99

export interface CompareAddress {
  /** Null: a parameter is missing, so the form is shown. */
  query: CompareQuery | null
  what: ComparedWhat
  subject: string
  mint: string
  a: number
  b: number
  missing: string | null
}

export const SUBJECTS = {
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

/** @param textOf a parameter's text; null: absent or empty */
export function readCompare(
  textOf: (name: string) => string | null,
): { ok: true; value: CompareAddress } | { ok: false; invalid: InvalidParam[] } {
  const invalid: InvalidParam[] = []
  const refuse = (name: string, message: string) => invalid.push({ name, message })
  const what = whatOf(textOf, refuse)
  const numberOf = (name: string, usual: number): number => {
    const text = textOf(name)
    if (text === null) return usual
    const number = /^[1-9]\d?$/.test(text) ? Number.parseInt(text, 10) : 0
    if (number === 0) refuse(name, `must be the number of an indexer, from 1 to ${MOST_INDEXERS}`)
    return number
  }
  const a = numberOf('a', 1)
  const b = numberOf('b', a === 2 ? 1 : 2)
  if (a === b && a > 0) refuse('b', 'must be another indexer than a')
  const parts = textOf('parts')
  if (parts !== null && parts !== 'true') refuse('parts', 'must be true, or left out')
  const subjectName = SUBJECTS[what ?? 'owner']
  const subject = subjectName === null ? '' : (textOf(subjectName) ?? textOf('subject') ?? '').trim()
  const mint = what === 'delegate' ? (textOf('mint') ?? '').trim() : ''
  const check = (name: string, text: string, rule: typeof address) => {
    const read = rule.safeParse(text)
    if (!read.success) refuse(name, read.error.issues[0]?.message ?? 'is malformed')
  }
  if (subject !== '' && subjectName !== null) check(subjectName, subject, subjectName === 'hash' ? hash : address)
  if (mint !== '') check('mint', mint, address)
  if (invalid.length > 0) return { ok: false, invalid }
  const missing = what === null ? 'what' : subjectName !== null && subject === '' ? subjectName : null
  const request = missing === null && what !== null ? requestOf(what, subject, mint) : null
  const query = request && { request, a, b, parts: parts !== null }
  return { ok: true, value: { query, what: what ?? 'owner', subject, mint, a, b, missing } }
}

function whatOf(
  textOf: (name: string) => string | null,
  refuse: (name: string, message: string) => void,
): ComparedWhat | null {
  const [what, method] = [textOf('what'), textOf('method')]
  const words = Object.keys(COMPARED) as ComparedWhat[]
  if (what !== null && method !== null) refuse('method', 'must be left out where what is given')
  if (what !== null) {
    if (isCompared(what)) return what
    refuse('what', `must be one of ${words.join(', ')}`)
  } else if (method !== null) {
    const named = words.find((word) => COMPARED[word] === method)
    if (named) return named
    refuse('method', `must be one of ${Object.values(COMPARED).join(', ')}`)
  }
  return null
}

function requestOf(what: ComparedWhat, subject: string, mint: string): CompareRequest {
  switch (what) {
    case 'owner':
      return { what, owner: subject }
    case 'delegate':
      return { what, delegate: subject, ...(mint !== '' && { mint }) }
    case 'signatures':
      return { what, hash: subject }
    default:
      return { what }
  }
}

export function compareParams({ request, a, b, parts }: CompareQuery): Record<string, string> {
  const { what, ...subject } = request
  return { what, ...subject, a: String(a), b: String(b), ...(parts && { parts: 'true' }) }
}

export function compareHref(params: Record<string, string | undefined> = {}, cluster?: Cluster): string {
  return href('/compare', { ...params, cluster })
}
