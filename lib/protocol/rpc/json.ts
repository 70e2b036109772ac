import { BIGINT_MARK } from './parse-json'

/** Integers beyond ±(2^53−1) are bigints, written as bare digits, as an indexer writes u64. facts/photon-wire.md 9. */

export { LONG_INTEGER_CHARS, parseJson } from './parse-json'

export function stringifyJson(value: unknown): string {
  try {
    // Several times as fast; throws a TypeError for a bigint.
    return JSON.stringify(value)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return JSON.stringify(withMarks(value)).replace(MARKED, '$1')
  }
}

const MARKED = new RegExp(`"${JSON.stringify(BIGINT_MARK).slice(1, -1).replace('\\', '\\\\')}(-?\\d+)"`, 'g')

const isSafe = (value: bigint) => value >= MIN_SAFE && value <= MAX_SAFE
const [MIN_SAFE, MAX_SAFE] = [BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER)]

/** Copying takes less time than a replacer, which JSON.stringify calls for each member. */
function withMarks(value: unknown): unknown {
  if (typeof value === 'bigint') return isSafe(value) ? Number(value) : BIGINT_MARK + value
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value
  if (Array.isArray(value)) return value.map(withMarks)
  // A spread, because assigning a member named __proto__ would set the prototype.
  const copy: Record<string, unknown> = { ...value }
  for (const name in copy) copy[name] = withMarks(copy[name])
  return copy
}

/** Independent of the order of members. */
export function canonicalKey(...parts: readonly unknown[]): string {
  return JSON.stringify(parts, (_, value: unknown) => (isPlainObject(value) ? sorted(value) : value))
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
