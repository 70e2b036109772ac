import { base58 } from '@scure/base'
import { TOKEN_PROGRAM } from '../light/token-program'

/*
 * SPL Token: 82 bytes. Token-2022: the same 82, alone or padded with zeros to 165 (a token account's size), one byte for the
 * kind, and extensions: u16 type, u16 length, value; little-endian. A mint of the Light Token Program has the same 82 bytes and
 * kind, but other bytes between and after them. Sources: spl-token, spl-token-2022, light-token-interface.
 */

export const TOKEN_PROGRAMS = {
  spl: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
} as const

const MINT_BYTES = 82
const KIND_AT = 165
const KIND_MINT = 1

/** Offsets; an authority is a u32, 0 or 1, and a key. */
const MINT_AUTHORITY_AT = 0
const SUPPLY_AT = 36
const DECIMALS_AT = 44
const SET_UP_AT = 45
const FREEZE_AUTHORITY_AT = 46

const METADATA_POINTER = 18
const TOKEN_METADATA = 19

export interface MintAccount {
  decimals: number
  /** Base units. */
  supply: bigint
  /** null: nobody can mint more. */
  mintAuthority: string | null
  /** null: nobody can freeze accounts. */
  freezeAuthority: string | null
  metadataAt: string | null
  metadata: Uint8Array | null
  /** By type; empty for SPL Token, and for Light mints, whose extensions are not read. */
  extensions: ReadonlyMap<number, Uint8Array>
}

/** `reason`: a phrase for what is wrong with the bytes. */
export type ParseResult<T> = { ok: true; value: T } | { ok: false; reason: string }

export const unreadable = (reason: string) => ({ ok: false, reason }) as const

export function readMintAccount(program: string, data: Uint8Array): ParseResult<MintAccount> {
  const isLight = program === TOKEN_PROGRAM
  if (!isLight && program !== TOKEN_PROGRAMS.spl && program !== TOKEN_PROGRAMS.token2022) {
    return unreadable('the account belongs to no token program')
  }
  if (data.length < MINT_BYTES) return unreadable('the account is too short for a mint')
  const view = viewOf(data)
  if (data[SET_UP_AT] !== 1) return unreadable('the mint is not set up')
  if ([MINT_AUTHORITY_AT, FREEZE_AUTHORITY_AT].some((at) => view.getUint32(at, true) > 1))
    return unreadable('an authority is neither there nor not')
  const authority = (at: number) => (view.getUint32(at, true) === 1 ? keyAt(data, at + 4) : null)
  const mint = {
    decimals: data[DECIMALS_AT] ?? 0,
    supply: view.getBigUint64(SUPPLY_AT, true),
    mintAuthority: authority(MINT_AUTHORITY_AT),
    freezeAuthority: authority(FREEZE_AUTHORITY_AT),
  }
  const bare = { ok: true, value: { ...mint, metadataAt: null, metadata: null, extensions: new Map() } } as const
  if (data.length === MINT_BYTES && !isLight) return bare
  if (program === TOKEN_PROGRAMS.spl) return unreadable('the account is too long for a mint')
  if (data[KIND_AT] !== KIND_MINT) return unreadable('the account is not that of a mint')
  if (isLight) return bare
  if (data.subarray(MINT_BYTES, KIND_AT).some((byte) => byte !== 0)) return unreadable('the account is that of no mint')
  const extensions = readExtensions(data.subarray(KIND_AT + 1))
  if (!extensions.ok) return extensions
  const pointer = extensions.value.get(METADATA_POINTER)
  if (pointer && pointer.length !== 64) return unreadable('the metadata pointer has another length')
  return {
    ok: true,
    value: {
      ...mint,
      metadataAt: pointer ? optionalKeyAt(pointer, 32) : null,
      metadata: extensions.value.get(TOKEN_METADATA) ?? null,
      extensions: extensions.value,
    },
  }
}

/** Values by extension type; type 0 is unused space and ends the list. */
export function readExtensions(data: Uint8Array): ParseResult<Map<number, Uint8Array>> {
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

export function keyAt(data: Uint8Array, at: number): string {
  return base58.encode(data.subarray(at, at + 32))
}

/** Zeros are no key. */
export function optionalKeyAt(data: Uint8Array, at: number): string | null {
  return data.subarray(at, at + 32).some((byte) => byte !== 0) ? keyAt(data, at) : null
}

export function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength)
}
