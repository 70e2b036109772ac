import { gunzipSync, inflateSync } from 'node:zlib'
import type { Address } from '@solana/kit'
import { createAddressWithSeed, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import type { IdlSource } from '../../api/idl'
import { hexOf } from '../../format/hex'
import { keyBase58 } from '../../protocol/key-base58'
import type { ChainAccount } from '../mints/read-mints'
import { IdlError, isIdlError, MAX_IDL_BYTES } from './idl'

/* The accounts that hold a program's IDL. facts/idl.md 1. */

const METADATA_PROGRAM = 'ProgM6JCCvbYkfKqJYHePx4xxSUSqJp7rh8Lyv7nk7S' as Address
const SEED = 'idl'.padEnd(16, '\0')

const ANCHOR_DISCRIMINATOR = '184662bf3a907b9e'
const METADATA_KIND = 2

export type IdlPlaces = Record<'metadata' | 'anchor', string>

export async function idlPlaces(program: Address): Promise<IdlPlaces> {
  const seeds = [getAddressEncoder().encode(program), SEED]
  const [metadata] = await getProgramDerivedAddress({ programAddress: METADATA_PROGRAM, seeds })
  const [base] = await getProgramDerivedAddress({ programAddress: program, seeds: [] })
  const anchor = await createAddressWithSeed({ baseAddress: base, programAddress: program, seed: 'anchor:idl' })
  return { metadata, anchor }
}

export type IdlText = { source: IdlSource } & ({ text: string } | { problem: string })

/** The canonical metadata, else Anchor's own account; null: neither. A damaged one is no reason to believe the other. */
export function idlTextIn(
  program: string,
  places: IdlPlaces,
  [metadata, anchor]: readonly (ChainAccount | null)[],
): IdlText | null {
  if (metadata?.owner === METADATA_PROGRAM && metadata.data.some((byte) => byte !== 0)) {
    const source = { kind: 'Program Metadata' as const, account: places.metadata, authority: keyAt(metadata.data, 33) }
    return read(source, () => metadataText(program, metadata.data))
  }
  if (anchor?.owner !== program) return null
  const source = { kind: 'Anchor' as const, account: places.anchor, authority: keyAt(anchor.data, 8) }
  return read(source, () => anchorText(anchor.data))
}

function keyAt(data: Uint8Array, at: number): string | null {
  const key = data.subarray(at, at + 32)
  return key.length === 32 && key.some((byte) => byte !== 0) ? keyBase58(key) : null
}

function read(source: IdlSource, text: () => string): IdlText {
  try {
    return { source, text: text() }
  } catch (error) {
    if (isIdlError(error)) return { source, problem: error.message }
    throw error
  }
}

const FORMATS = ['of no format', 'JSON', 'YAML', 'TOML']
const SOURCES = ['', 'at a URL, which is never fetched', 'in another account, which is not read']

function metadataText(program: string, data: Uint8Array): string {
  const [seed, head] = [data.subarray(67, 83), data.subarray(83, 87)]
  const [encoding = 0, compression = 0, format = 0, source = 0] = head
  if (data.length < 96 || data[0] !== METADATA_KIND) throw new IdlError('The account is no metadata.')
  if (keyBase58(data.subarray(1, 33)) !== program || Buffer.from(seed).toString('latin1') !== SEED) {
    throw new IdlError('The account is about another program.')
  }
  if (data[66] !== 1) throw new IdlError('It is not the program’s own.')
  if (source !== 0) throw new IdlError(`It is kept ${SOURCES[source] ?? 'at an unknown place'}.`)
  if (format !== 1) throw new IdlError(`It is ${FORMATS[format] ?? 'of an unknown format'}, not JSON.`)
  if (encoding !== 1) throw new IdlError('It is not UTF-8.')
  const packed = partOf(data, 87, 96)
  if (compression > 2) throw new IdlError('Its compression is unknown.')
  return utf8(compression === 0 ? packed : inflated(packed, compression === 1 ? gunzipSync : inflateSync))
}

function anchorText(data: Uint8Array): string {
  if (hexOf(data.subarray(0, 8), '') !== ANCHOR_DISCRIMINATOR) throw new IdlError('The account is no IDL account.')
  return utf8(inflated(partOf(data, 40, 44), inflateSync))
}

function partOf(data: Uint8Array, lengthAt: number, start: number): Uint8Array {
  if (data.length < start) throw new IdlError('The account is cut.')
  const length = new DataView(data.buffer, data.byteOffset).getUint32(lengthAt, true)
  if (start + length > data.length) throw new IdlError('The account is cut.')
  return data.subarray(start, start + length)
}

function inflated(packed: Uint8Array, inflate: typeof inflateSync): Uint8Array {
  try {
    return inflate(packed, { maxOutputLength: MAX_IDL_BYTES })
  } catch (error) {
    const isLarge = error instanceof RangeError || (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new IdlError(isLarge ? 'It is larger than 1 MiB.' : 'It cannot be inflated.')
  }
}

function utf8(bytes: Uint8Array): string {
  if (bytes.length > MAX_IDL_BYTES) throw new IdlError('It is larger than 1 MiB.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new IdlError('It is not UTF-8.')
  }
}
