import { decodeBase58 } from '../base58'
import { LayoutError } from './layouts'

/**
 * Characters that 10,240 bytes can make, the most that an instruction carries. What is longer is refused by its
 * length alone, before anybody spends time on it.
 */
export const LONGEST_BASE58 = Math.ceil((10_240 * Math.log(256)) / Math.log(58))

/**
 * Bytes of a base58 text of an instruction.
 * @throws LayoutError saying that the text is too long, or naming a character that is no digit.
 */
export function base58Data(text: string): Uint8Array {
  if (text.length > LONGEST_BASE58) {
    throw new LayoutError(`wanted at most ${LONGEST_BASE58} characters of base58 (10,240 bytes), found ${text.length}`)
  }
  try {
    return decodeBase58(text)
  } catch (error) {
    throw error instanceof SyntaxError ? new LayoutError(error.message) : error
  }
}
