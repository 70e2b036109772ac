import { base58Text } from './base58-text'

/** Our choice: base58 costs the square of the length, and this much takes about a millisecond. */
export const MAX_BASE58_BYTES = 1_024

/** Base58 of a few bytes. @throws RangeError beyond MAX_BASE58_BYTES: the caller says so before it asks. */
export function boundedBase58(bytes: Uint8Array): string {
  if (bytes.length > MAX_BASE58_BYTES) throw new RangeError(`base58 of ${bytes.length} bytes is not made`)
  return base58Text(bytes)
}
