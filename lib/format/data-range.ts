import { groupDigits } from './numbers'

/* Used by browser forms too, hence no zod. */

export const MAX_DATA_BYTES = 10 * 1024 * 1024

export type NumberResult = { ok: true; value: number } | { ok: false; message: string }

/** Offset 0 is the first byte after the discriminator. facts/photon-wire.md 5. */
export function parseOffset(typed: string): NumberResult {
  return readWhole(typed, 0)
}

/** Rejects 0: an indexer would return every account without data. */
export function parseLength(typed: string): NumberResult {
  return readWhole(typed, 1)
}

function readWhole(typed: string, least: number): NumberResult {
  const text = typed.trim()
  const max = groupDigits(MAX_DATA_BYTES)
  if (!/^\d+$/.test(text)) return { ok: false, message: `must be a whole number from ${least} to ${max}` }
  const value = text.length > 15 ? Number.POSITIVE_INFINITY : Number(text)
  if (value < least) return { ok: false, message: `must be at least ${least}: a slice of no bytes would show no data` }
  if (value > MAX_DATA_BYTES) {
    return { ok: false, message: `must be at most ${max} (10 MiB): no account holds more data than that` }
  }
  return { ok: true, value }
}
