import { MARK } from './parse-json'

/**
 * JSON that keeps every integer whole, both ways.
 *
 * `JSON.parse` rounds integers beyond 2^53 and `JSON.stringify` throws on a bigint; an indexer writes u64 as bare
 * numbers (Interface 2, facts/photon-wire.md 9). Here an integer beyond ±(2^53−1) becomes a bigint and a bigint
 * leaves as its bare digits; everything else is exactly what JSON does.
 */

export { LONG_INTEGER_CHARS, parseJson } from './parse-json'

/** JSON text of a value in which bigints stand as bare digits. `undefined` members are left out, as in JSON. */
export function stringifyJson(value: unknown): string {
  try {
    // Several times as fast, and many answers hold no bigint.
    return JSON.stringify(value)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return JSON.stringify(withMarks(value)).replace(MARKED, '$1')
  }
}

/** A marked integer as JSON writes it. */
const MARKED = new RegExp(`"${JSON.stringify(MARK).slice(1, -1).replace('\\', '\\\\')}(-?\\d+)"`, 'g')

/** True for what a double holds exactly: JSON.stringify writes its digits, and most integers are such. */
const isSafe = (value: bigint) => value >= MIN_SAFE && value <= MAX_SAFE
const [MIN_SAFE, MAX_SAFE] = [BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER)]

/** A copy with marked text for long bigints: to copy first takes less time than a replacer, which is called for each member. */
function withMarks(value: unknown): unknown {
  if (typeof value === 'bigint') return isSafe(value) ? Number(value) : MARK + value
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value
  if (Array.isArray(value)) return value.map(withMarks)
  // A member named __proto__ is the copy's own too, and stays so when it is set.
  const copy: Record<string, unknown> = { ...value }
  for (const name in copy) copy[name] = withMarks(copy[name])
  return copy
}

/** A key for a question: the same for params in any order; the case of text is kept, since base58 has two. */
export function keyOf(...parts: readonly unknown[]): string {
  return JSON.stringify(parts, (_, value: unknown) => (isPlainObject(value) ? sorted(value) : value))
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
