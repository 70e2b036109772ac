import type { z } from 'zod'
import { type MethodName, methods, type Params } from '@/lib/rpc/methods'
import { MAX_FILTER_CHARS, MAX_FILTERS } from '@/lib/rpc/methods/getCompressedAccountsByOwner'
import type { Effort } from './effort'
import { JsonBytes, Unread } from './json-bytes'
import { invalidParams, type MethodError, validationError } from './method-error'
import { paramsShape, readShape } from './params-shape'

/** Names of the params in the order of Photon's positional form. facts/photon-wire.md 5. */
const POSITIONS: { [M in MethodName]: (keyof Params<M> & string)[] } = {
  getIndexerHealth: [],
  getIndexerSlot: [],
  getCompressedAccountsByOwner: ['owner', 'filters', 'dataSlice', 'cursor', 'limit'],
  getCompressedTokenAccountsByDelegate: ['delegate', 'mint', 'cursor', 'limit'],
  getCompressionSignaturesForAccount: ['hash'],
  getLatestCompressionSignatures: ['limit', 'cursor'],
}

/** Params of the operations as their definitions know them. */
const shapes = new Map(
  Object.values(methods).map(({ name, params }) => [name, paramsShape(params, POSITIONS[name])] as const),
)

/**
 * The params of a request, checked. A list is read by position. Methods without parameters take anything.
 * @param given their JSON; null where there are none.
 * @throws MethodError that names the field, what was wrong and what is allowed.
 */
export function readParams<M extends MethodName>(method: M, given: Uint8Array | null, effort: Effort): Params<M> {
  const { params, parameterless } = methods[method]
  const named = parameterless ? {} : byName(method, given, effort)
  assertFilterLengths(named)
  const read = params.safeParse(named)
  // The registry types each method's schema; that this one is of method M is what the compiler cannot follow.
  if (read.success) return read.data as Params<M>
  throw paramsError(method, read.error.issues, named)
}

function byName(method: MethodName, given: Uint8Array | null, effort: Effort): Record<string, unknown> {
  const shape = shapes.get(method)
  const json = given && new JsonBytes(given)
  const read = json && shape ? readShape(json, shape, (values) => effort.built(values)) : undefined
  if (json) effort.readBytes(json.looked)
  if (read === null || typeof read !== 'object' || read instanceof Unread) {
    throw invalidParams(`params: must be an object with ${POSITIONS[method].join(', ')}, found ${shown(read)}`)
  }
  return read as Record<string, unknown>
}

function assertFilterLengths({ filters }: Record<string, unknown>): void {
  if (!Array.isArray(filters)) return
  for (const [i, filter] of filters.entries()) {
    const bytes: unknown = filter?.memcmp?.bytes
    if (typeof bytes === 'string' && bytes.length > MAX_FILTER_CHARS) {
      throw invalidParams(
        `filters[${i}].memcmp.bytes: must be at most ${MAX_FILTER_CHARS} characters, found ${bytes.length}`,
      )
    }
  }
}

/** The first mistake in the params' shape; only when there is none, what Photon finds later. facts/photon-wire.md 4. */
function paramsError(method: MethodName, issues: z.core.$ZodIssue[], params: Record<string, unknown>): MethodError {
  const later = (issue: z.core.$ZodIssue) => laterError(method, issue, params)
  const [issue = issues[0]] = issues.filter((candidate) => !later(candidate))
  if (!issue) return invalidParams('params: not understood')
  const found = later(issue)
  if (found) return found
  const value = valueAt(params, issue.path)
  if (value === undefined && issue.path.length === 1) {
    return invalidParams(`params: missing field \`${pathText(issue.path)}\`: ${issue.message}`)
  }
  return invalidParams(`${pathText(issue.path)}: ${issue.message}, found ${shown(value)}`)
}

/** Mistakes that Photon answers as validation errors, because its parser lets them pass. */
function laterError(
  method: MethodName,
  { code, path }: z.core.$ZodIssue,
  params: Record<string, unknown>,
): MethodError | null {
  const [field, , member] = path
  if (field === 'filters' && code === 'too_big' && path.length === 1) {
    return validationError(`Too many filters. The maximum number of filters allowed is ${MAX_FILTERS}`)
  }
  if (field === 'filters' && member === 'memcmp' && path.length === 3 && valueAt(params, path) == null) {
    return validationError('Filter instance cannot be null')
  }
  if (field === 'cursor' && valueAt(params, path) === '' && method !== 'getCompressedAccountsByOwner') {
    const length = method === 'getLatestCompressionSignatures' ? 72 : 64
    return validationError(`Invalid cursor length. Expected ${length}. Received 0.`)
  }
  return null
}

function pathText(path: PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part)),
    '',
  )
}

function valueAt(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, part) => (at !== null && typeof at === 'object' ? Reflect.get(at, part) : undefined),
    value,
  )
}

/** Characters that an error shows of a value. */
const SHOWN = 60

/** A value in an error text: short, and never of two lines. */
function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value instanceof Unread) return oneLine(value.text)
  if (typeof value === 'bigint') return value.toString()
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, SHOWN) : value) ?? typeof value
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
