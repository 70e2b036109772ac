import { parseJson } from '../protocol/rpc/json'
import { PAGE_LIMIT_RULE, readPageLimit } from '../protocol/rpc/limit-text'
import { isListMethod, type MethodName, methods, rowsNameOf } from '../protocol/rpc/methods'
import { readSlot, SLOT_RULE } from '../protocol/rpc/slot-text'
import type { InvalidParam } from './problem'
import type { RequestParams } from './request-params'

/** Parameters named in one error: a URL has room for thousands of unknown ones. */
export const MAX_NAMED = 20

export type ParamsResult<M extends MethodName> =
  | { ok: true; params: RequestParams<M> }
  | { ok: false; invalid: InvalidParam[] }

/** Text as is, numbers as digits, objects and lists as JSON (design.md 4.4). Does not check `sort`. */
export function readSearchParams<M extends MethodName>(
  method: M,
  search: URLSearchParams,
  isFile = false,
): ParamsResult<M> {
  const { params: schema } = methods[method]
  const shape: Record<string, { safeParse(value: unknown): { success: boolean } }> = schema.shape
  const invalid: InvalidParam[] = []
  const raw: Record<string, unknown> = {}
  const isList = isListMethod(method)
  let sort: string | undefined
  let minSlot: number | null | undefined
  for (const name of new Set(search.keys())) {
    const member = Object.hasOwn(shape, name) ? shape[name] : undefined
    const isSort = name === 'sort' && isList
    const isSlot = name === 'minSlot'
    if (!member && !isSort && !isSlot) {
      invalid.push({
        name,
        message: `is not a parameter of this operation; allowed: ${namesOf(shape, method, isFile)}`,
      })
      continue
    }
    // After the check: each lookup scans the whole query.
    const [text = '', second] = search.getAll(name)
    if (second !== undefined) invalid.push({ name, message: 'must be given once' })
    else if (isSort) sort = text
    else if (name === 'limit') {
      const limit = readPageLimit(text)
      if (limit === null) invalid.push({ name, message: PAGE_LIMIT_RULE })
      else raw[name] = limit
    } else if (isSlot) {
      minSlot = readSlot(text)
      if (minSlot === null) invalid.push({ name, message: SLOT_RULE })
    } else if (member) raw[name] = member.safeParse(text).success ? text : (jsonOf(text) ?? text)
  }
  const read = schema.safeParse(raw)
  if (read.success) {
    for (const [name, given] of Object.entries(raw)) {
      const member = ignoredMember(given, (read.data as Record<string, unknown>)[name])
      if (member !== null) invalid.push({ name, message: `has an unknown member: ${member}` })
    }
  }
  if (!read.success) {
    for (const issue of read.error.issues) {
      const [name = '', ...inside] = issue.path.map(String)
      const where = inside.length > 0 ? ` at ${inside.join('.')}` : ''
      const message = Object.hasOwn(raw, name) ? `${issue.message}${where}` : 'must be given'
      if (!invalid.some((other) => other.name === name)) invalid.push({ name, message })
    }
  }
  if (invalid.length > 0 || !read.success) return { ok: false, invalid: invalid.slice(0, MAX_NAMED) }
  const own = { ...(sort !== undefined && { sort }), ...(minSlot !== undefined && { minSlot }) }
  return { ok: true, params: { ...read.data, ...own } as RequestParams<M> }
}

/** With those that the routes read before. */
function namesOf(shape: object, method: MethodName, isFile: boolean): string {
  const isList = isListMethod(method)
  const isOfAccounts = isList && rowsNameOf(method) !== 'signatures'
  return [
    ...Object.keys(shape),
    ...(Object.hasOwn(shape, 'filters') ? ['filter', 'slice', 'whole', 'calls'] : []),
    ...(isList ? ['sort'] : []),
    ...(isOfAccounts ? ['since', 'until', 'proof'] : []),
    ...(isFile ? ['format', 'comments', 'marks'] : isOfAccounts ? ['integers'] : []),
    ...['minSlot', 'cluster'],
  ].join(', ')
}

/** Indexers pass it over, and answer another question than was asked. */
function ignoredMember(given: unknown, read: unknown): string | null {
  if (given === null || typeof given !== 'object' || read === null || typeof read !== 'object') return null
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(read, name)) return name
    const inside = ignoredMember(value, Reflect.get(read, name))
    if (inside !== null) return `${name}.${inside}`
  }
  return null
}

function jsonOf(text: string): unknown {
  if (!/^\s*(?:[[{]|\d+$)/.test(text)) return undefined
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
