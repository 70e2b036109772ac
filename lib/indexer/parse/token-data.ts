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
  return { mint, owner, amount, delegate, frozen: state === 1, tlv: tlvOf(bytes.subarray(end)) }
}

/**
 * As decodeTokenData, of bytes that it has decoded before, when they were stored: a page of a hundred reads them at their
 * places in a fraction of a decoder's time. Mint at 0, owner at 32, amount at 64, the option's tag at 72, then the delegate
 * where there is one, the state and the rest. facts/light-events.md 9.
 */
export function readTokenData(bytes: Uint8Array): TokenUpdate {
  const hasDelegate = bytes[72] === 1
  const state = hasDelegate ? 105 : 73
  return {
    mint: bytes.subarray(0, 32),
    owner: bytes.subarray(32, 64),
    amount: new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(64, true),
    delegate: hasDelegate ? bytes.subarray(73, 105) : null,
    frozen: bytes[state] === 1,
    tlv: tlvOf(bytes.subarray(state + 1)),
  }
}

/** Everything behind a tag byte 1, raw; any other ending means that there is no extension data. */
function tlvOf(rest: Uint8Array): Uint8Array | null {
  return rest[0] === 1 && rest.length > 1 ? rest.slice(1) : null
}
