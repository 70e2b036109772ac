import { groupDigits } from './numbers'

/*
 * Places in an account's data as people type them. No zod behind it: forms in the browser use it too.
 */

/** Bytes of the largest account that Solana allows (10 MiB): no data reaches beyond, so nothing can be found there. */
export const MAX_DATA_BYTES = 10 * 1024 * 1024

/** A number of bytes, or what is wrong with the text: words that begin with "must". */
export type ReadNumber = { ok: true; value: number } | { ok: false; message: string }

/** An offset into the data: 0 is the first byte behind the discriminator. facts/photon-wire.md 5. */
export function readOffset(typed: string): ReadNumber {
  return readWhole(typed, 0)
}

/** A length in bytes. None is no slice: an indexer would answer every account with no data. */
export function readLength(typed: string): ReadNumber {
  return readWhole(typed, 1)
}

function readWhole(typed: string, least: number): ReadNumber {
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
