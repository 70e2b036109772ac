import { base58 } from '@scure/base'
import { formatCount } from '../format/numbers'

/** A text that resembles what can be searched, with what to do about it. */
export interface NearMiss {
  why: string
  advice: string
  /** What it stands for, to be searched if the reader wants to. */
  instead?: string
  /** True: may be a secret, so it is not shown again. */
  isSecret?: true
}

const SHORTENED = /^[1-9A-HJ-NP-Za-km-z]{2,24}(?:…|⋯|\.{2,})[1-9A-HJ-NP-Za-km-z]{0,24}$/
const ONE_CASE = /^[a-z0-9]{32,88}$/
const HEX = /^[0-9a-f]+$/
const SOL_NAME = /^[^\s/.][^\s/]*\.sol$/i
const SYMBOL = /^(?:\$[A-Za-z0-9]{2,10}|[A-Z][A-Z0-9]{1,9}|[A-Za-z]{1,7}SOL)$/
const LIST = /^\d{1,3}(?:\s*,\s*\d{1,3})+$/

/** Base58 of 32 bytes or more without a capital has few letters: it is nearly all leading zeros. */
const MANY_LETTERS = 10

/** A shorter list without brackets may be a number whose digits are grouped. */
const LONG_LIST = 16

/** Asked first: some of these would pass for something else. @param isBracketed true: brackets stood around the text */
export function nearMiss(text: string, isBracketed: boolean): NearMiss | null {
  if (SHORTENED.test(text)) {
    return { why: 'It is shortened: characters in the middle are missing.', advice: 'Copy the full text.' }
  }
  if (SOL_NAME.test(text)) {
    return { why: 'Names that end in .sol are not looked up.', advice: 'Enter the address that the name stands for.' }
  }
  if (SYMBOL.test(text)) {
    return {
      why: 'It looks like a symbol. Any mint can take any symbol, so symbols are not searched.',
      advice: 'Enter the address of the mint.',
    }
  }
  if (ONE_CASE.test(text) && !HEX.test(text) && text.replace(/\d/g, '').length >= MANY_LETTERS) {
    return {
      why: 'It has no capital letters. Addresses, hashes and signatures have both, and they cannot be restored.',
      advice: 'Copy the original text.',
    }
  }
  return LIST.test(text) ? byteList(text.split(',').map(Number), isBracketed) : null
}

function byteList(bytes: readonly number[], isBracketed: boolean): NearMiss | null {
  if (bytes.some((byte) => byte > 255) || (!isBracketed && bytes.length < LONG_LIST)) return null
  if (bytes.length === 64) {
    return {
      why: 'It is a list of 64 bytes, like a keypair file, whose first half is the private key.',
      advice: 'Never paste a keypair. If this is one, move what it holds to a new wallet.',
      isSecret: true,
    }
  }
  const why = `It is a list of ${formatCount(bytes.length, 'byte')}.`
  if (bytes.length !== 32) return { why, advice: 'An address or a hash has 32.' }
  return { why, advice: 'In base58:', instead: base58.encode(Uint8Array.from(bytes)) }
}
