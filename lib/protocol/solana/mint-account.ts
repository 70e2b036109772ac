import { base58 } from '@scure/base'

/*
 * SPL Token: 82 bytes. Token-2022: the same 82, alone or padded with zeros to 165 (a token account's size), one byte for the
 * kind, and extensions: u16 type, u16 length, value; little-endian. Sources: spl-token, spl-token-2022.
 */

export const TOKEN_PROGRAMS = {
  spl: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
} as const

const MINT_BYTES = 82
const KIND_AT = 165
const KIND_MINT = 1

/** Offsets of decimals, the initialised flag and two authorities (u32 0 or 1, and a key). */
const DECIMALS_AT = 44
const SET_UP_AT = 45
const AUTHORITIES_AT = [0, 46]

const METADATA_POINTER = 18
const TOKEN_METADATA = 19

export interface MintAccount {
  decimals: number
  metadataAt: string | null
  metadata: Uint8Array | null
}

/** `reason`: a phrase for what is wrong with the bytes. */
export type ParseResult<T> = { ok: true; value: T } | { ok: false; reason: string }

const unreadable = (reason: string) => ({ ok: false, reason }) as const

export function readMintAccount(program: string, data: Uint8Array): ParseResult<MintAccount> {
  if (program !== TOKEN_PROGRAMS.spl && program !== TOKEN_PROGRAMS.token2022) {
    return unreadable('the account belongs to no token program')
  }
  if (data.length < MINT_BYTES) return unreadable('the account is too short for a mint')
  const view = viewOf(data)
  if (data[SET_UP_AT] !== 1) return unreadable('the mint is not set up')
  if (AUTHORITIES_AT.some((at) => view.getUint32(at, true) > 1))
    return unreadable('an authority is neither there nor not')
  const decimals = data[DECIMALS_AT] ?? 0
  if (data.length === MINT_BYTES) return { ok: true, value: { decimals, metadataAt: null, metadata: null } }
  if (program === TOKEN_PROGRAMS.spl) return unreadable('the account is too long for a mint')
  if (data[KIND_AT] !== KIND_MINT) return unreadable('the account is not that of a mint')
  if (data.subarray(MINT_BYTES, KIND_AT).some((byte) => byte !== 0)) return unreadable('the account is that of no mint')
  const extensions = readExtensions(data.subarray(KIND_AT + 1))
  if (!extensions.ok) return extensions
  const pointer = extensions.value.get(METADATA_POINTER)
  if (pointer && pointer.length !== 64) return unreadable('the metadata pointer has another length')
  return {
    ok: true,
    value: {
      decimals,
      metadataAt: pointer?.subarray(32).some((byte) => byte !== 0) ? base58.encode(pointer.subarray(32)) : null,
      metadata: extensions.value.get(TOKEN_METADATA) ?? null,
    },
  }
}

/** Values by extension type; type 0 is unused space and ends the list. */
function readExtensions(data: Uint8Array): ParseResult<Map<number, Uint8Array>> {
  const view = viewOf(data)
  const values = new Map<number, Uint8Array>()
  for (let at = 0; at + 2 <= data.length; ) {
    const type = view.getUint16(at, true)
    if (type === 0) break
    if (at + 4 > data.length) return unreadable('an extension is cut short')
    const end = at + 4 + view.getUint16(at + 2, true)
    if (end > data.length) return unreadable('an extension is cut short')
    if (values.has(type)) return unreadable('an extension is there twice')
    values.set(type, data.subarray(at + 4, end))
    at = end
  }
  return { ok: true, value: values }
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength)
}
