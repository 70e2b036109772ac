import type { z } from 'zod'
import { type MethodName, methods, type Params } from '@/lib/protocol/rpc/methods'
import { MAX_FILTER_CHARS, MAX_FILTERS } from '@/lib/protocol/rpc/methods/getCompressedAccountsByOwner'
import { invalidParams, type MethodError, validationError } from './method-error'

/** An array is read by position; methods without params accept anything. @throws MethodError naming the field */
export function readParams<M extends MethodName>(method: M, given: () => unknown): Params<M> {
  const { params, parameterless } = methods[method]
  const named = parameterless ? {} : byName(method, given())
  assertFilterLengths(named)
  const read = params.safeParse(named)
  // The compiler cannot see that this schema belongs to the method.
  if (read.success) return read.data as Params<M>
  throw paramsError(method, read.error.issues, named)
}

function byName(method: MethodName, given: unknown): Record<string, unknown> {
  const names = methods[method].positions
  if (Array.isArray(given)) {
    if (given.length > names.length) {
      throw invalidParams(`params: must be at most ${names.length} values (${names.join(', ')}), found ${given.length}`)
    }
    return Object.fromEntries(given.map((value, i) => [names[i], value]))
  }
  if (given === null || typeof given !== 'object') {
    throw invalidParams(`params: must be an object with ${names.join(', ')}, found ${quoteValue(given)}`)
  }
  return { ...given }
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

/** Shape errors first, then those that Photon finds later. facts/photon-wire.md 4. */
function paramsError(method: MethodName, issues: z.core.$ZodIssue[], params: Record<string, unknown>): MethodError {
  const later = (issue: z.core.$ZodIssue) => laterError(method, issue, params)
  const [issue = issues[0]] = issues.filter((candidate) => !later(candidate))
  if (!issue) return invalidParams('params: not understood')
  const error = later(issue)
  if (error) return error
  if (issue.code === 'unrecognized_keys') {
    const expected = methods[method].positions.map((name) => `\`${name}\``).join(', ')
    return invalidParams(`params: unknown field \`${issue.keys[0]?.slice(0, 40)}\`, expected one of ${expected}`)
  }
  const value = valueAt(params, issue.path)
  if (value === undefined && issue.path.length === 1) {
    return invalidParams(`params: missing field \`${pathText(issue.path)}\`: ${issue.message}`)
  }
  return invalidParams(issueText(issue, params))
}

export function issueText({ path, message }: Pick<z.core.$ZodIssue, 'path' | 'message'>, given: unknown): string {
  return `${pathText(path)}: ${message}, found ${quoteValue(valueAt(given, path))}`
}

/** Photon's parser accepts these, and its validation refuses them. */
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
    const length = methods[method].list?.orders[0].cursorBytes
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

const SHOWN_CHARS = 60

export function quoteValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  const plain = toPlain('', value)
  const text = typeof value === 'symbol' || typeof value === 'bigint' ? String(plain) : JSON.stringify(plain, toPlain)
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text
}

function toPlain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'symbol') return value.description ?? ''
  return typeof value === 'string' ? value.slice(0, SHOWN_CHARS + 1) : value
}
