import { decodeHead, LayoutError, tokenDataHead } from './layouts'
import type { AccountDataUpdate, TokenUpdate } from './updates'

/** Of token data v1, v2 and v3 ("sha flat"). facts/light-events.md 9. */
const TOKEN_DISCRIMINATORS = new Set([2n, 216172782113783808n, 288230376151711744n])

/** The token program also owns mints and other accounts, with other discriminators. facts/light-events.md 9. */
export function isTokenAccount(owner: Uint8Array, data: AccountDataUpdate | null, tokenProgram: Uint8Array): boolean {
  return data !== null && TOKEN_DISCRIMINATORS.has(data.discriminator) && Buffer.compare(owner, tokenProgram) === 0
}

/** facts/light-events.md 9. @throws LayoutError for too few bytes, an unknown delegate option or state */
export function decodeTokenData(bytes: Uint8Array): TokenUpdate {
  const [{ mint, owner, amount, delegate, state }, end] = decodeHead('token data', tokenDataHead, bytes)
  if (state > 1) throw new LayoutError(`token data: wanted state 0 (initialized) or 1 (frozen), found ${state}`)
  return { mint, owner, amount, delegate, frozen: state === 1, tlv: tlvOf(bytes, end) }
}

/** Finds fields without decoding, for token data that were checked when stored. facts/light-events.md 9. */
export function tokenOffsets(bytes: Uint8Array, start: number) {
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

/** null: no extension data, by the tag byte at `place`. */
export function tlvOf(bytes: Uint8Array, place: number): Uint8Array | null {
  return bytes[place] === 1 && bytes.length > place + 1 ? bytes.slice(place + 1) : null
}
