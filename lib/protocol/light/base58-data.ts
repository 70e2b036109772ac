import { decodeBase58 } from '../base58'
import { LayoutError } from './layouts'

/** Base58 of 10,240 bytes, the most that an instruction carries: longer texts are refused before any decoding. */
export const MAX_BASE58_LENGTH = Math.ceil((10_240 * Math.log(256)) / Math.log(58))

export function decodeBase58Data(text: string): Uint8Array {
  if (text.length > MAX_BASE58_LENGTH) {
    throw new LayoutError(
      `wanted at most ${MAX_BASE58_LENGTH} characters of base58 (10,240 bytes), found ${text.length}`,
    )
  }
  try {
    return decodeBase58(text)
  } catch (error) {
    throw error instanceof SyntaxError ? new LayoutError(error.message) : error
  }
}
