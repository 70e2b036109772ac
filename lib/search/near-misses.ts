import { base58 } from '@scure/base'
import * as words from './words'

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
  if (SHORTENED.test(text)) return words.shortened
  if (SOL_NAME.test(text)) return words.solName
  if (SYMBOL.test(text)) return words.symbol
  if (ONE_CASE.test(text) && !HEX.test(text) && text.replace(/\d/g, '').length >= MANY_LETTERS) {
    return words.oneCase
  }
  return LIST.test(text) ? byteList(text.split(',').map(Number), isBracketed) : null
}

function byteList(bytes: readonly number[], isBracketed: boolean): NearMiss | null {
  if (bytes.some((byte) => byte > 255) || (!isBracketed && bytes.length < LONG_LIST)) return null
  if (bytes.length === 64) return { ...words.keypair, isSecret: true }
  const why = words.byteList(bytes.length)
  if (bytes.length !== 32) return { why, advice: words.needs32 }
  return { why, advice: words.inBase58, instead: base58.encode(Uint8Array.from(bytes)) }
}
