import { decodeHead, LayoutError, tokenDataHead } from './layouts'
import type { AccountDataUpdate, TokenUpdate } from './updates'

/** Discriminators of the three token layouts: v1, v2, v3 ("sha flat"). facts/light-events.md 9. */
const TOKEN_DISCRIMINATORS = new Set([2n, 216172782113783808n, 288230376151711744n])

/**
 * True where the account is a token account: owned by the token program and of a token layout. The token program owns
 * mints and other accounts too, with other discriminators. facts/light-events.md 9.
 */
export function isTokenAccount(owner: Uint8Array, data: AccountDataUpdate | null, tokenProgram: Uint8Array): boolean {
  return data !== null && TOKEN_DISCRIMINATORS.has(data.discriminator) && Buffer.compare(owner, tokenProgram) === 0
}

/**
 * Token data from an account's bytes. facts/light-events.md 9.
 * @throws LayoutError when the bytes are too short, or delegate option or state are none of the known ones.
 */
export function decodeTokenData(bytes: Uint8Array): TokenUpdate {
  const [{ mint, owner, amount, delegate, state }, end] = decodeHead('token data', tokenDataHead, bytes)
  if (state > 1) throw new LayoutError(`token data: wanted state 0 (initialized) or 1 (frozen), found ${state}`)
  return { mint, owner, amount, delegate, frozen: state === 1, tlv: tlvOf(bytes, end) }
}

/** Where the parts of a token account's data stand. */
export interface TokenPlaces {
  mint: number
  owner: number
  amount: number
  /** Null where there is none. */
  delegate: number | null
  state: number
  tlv: number
}

/**
 * Where decodeTokenData found what it read, for bytes from `start` on that it has read before, when they were stored: a page
 * of a hundred is read at these places in a fraction of a decoder's time. The option's tag stands at 72, the delegate behind
 * it where there is one. facts/light-events.md 9.
 */
export function tokenPlaces(bytes: Uint8Array, start: number): TokenPlaces {
  const hasDelegate = bytes[start + 72] === 1
  const state = start + (hasDelegate ? 105 : 73)
  return {
    mint: start,
    owner: start + 32,
    amount: start + 64,
    delegate: hasDelegate ? start + 73 : null,
    state,
    tlv: state + 1,
  }
}

/** Everything behind a tag byte 1 at `place`, raw; any other ending means that there is no extension data. */
export function tlvOf(bytes: Uint8Array, place: number): Uint8Array | null {
  return bytes[place] === 1 && bytes.length > place + 1 ? bytes.slice(place + 1) : null
}
