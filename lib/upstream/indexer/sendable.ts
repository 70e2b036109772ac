/**
 * Greatest offset and length that an indexer is sent. Photon reckons them in 32 bits: from the next one on it fails, or
 * takes another number for it (facts/photon-wire.md 5). No account holds as much data, so greater ones mean the same.
 */
const MOST_BYTES = 2 ** 31 - 2

/**
 * An operation's parameters as an indexer is sent them: what is absent is left out, since indexers differ on an explicit
 * null; no number is beyond those that every indexer reckons with.
 */
export function sendable(params: object): object {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(given.map(([name, value]) => [name, name === 'cursor' ? value : bounded(value)]))
}

/** The same with each `offset` and `length` in it bounded. */
function bounded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bounded)
  if (typeof value !== 'object' || value === null) return value
  const isBytes = (name: string, of: unknown): of is number =>
    (name === 'offset' || name === 'length') && typeof of === 'number'
  return Object.fromEntries(
    Object.entries(value).map(([name, of]) => [name, isBytes(name, of) ? Math.min(of, MOST_BYTES) : bounded(of)]),
  )
}
