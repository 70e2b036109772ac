import { base58 } from '@scure/base'
import { cleanClaim, MAX_NAME_CHARS, MAX_SYMBOL_CHARS } from './claim'
import type { ParseResult } from './mint-account'

/*
 * Keys, then three texts: u32 length (little-endian) and UTF-8; the third (uri) is never fetched. Sources: spl-token-metadata,
 * mpl-token-metadata.
 */

/** A mint's metadata account is derived from the seeds `metadata`, program, mint. */
export const METADATA_PROGRAM = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'

const METADATA_V1 = 4

const KEY_BYTES = 32

const MAX_URI_CHARS = 200

/** More than pages ever show. */
const MAX_TEXT_BYTES = 512

interface IssuerClaim {
  symbol: string | null
  name: string | null
  /** Never fetched. */
  uri: string | null
}

export function readMetadataExtension(mint: string, value: Uint8Array): ParseResult<IssuerClaim> {
  return readClaim(mint, value, KEY_BYTES)
}

/** Layout: kind, update authority, mint, name, symbol, uri. Short texts are padded with zeros. */
export function readMetadataAccount(mint: string, data: Uint8Array): ParseResult<IssuerClaim> {
  if (data[0] !== METADATA_V1) return { ok: false, reason: 'the account is no metadata' }
  return readClaim(mint, data, 1 + KEY_BYTES)
}

/** @param at offset of the mint's key; the texts follow it */
function readClaim(mint: string, data: Uint8Array, at: number): ParseResult<IssuerClaim> {
  const texts = at + KEY_BYTES
  if (data.length < texts) return { ok: false, reason: 'the metadata are cut short' }
  if (base58.encode(data.subarray(at, texts)) !== mint) return { ok: false, reason: 'the metadata are of another mint' }
  const name = readText(data, texts)
  const symbol = name && readText(data, name.end)
  if (!name || !symbol) return { ok: false, reason: 'the metadata are cut short' }
  const uri = readText(data, symbol.end)
  return {
    ok: true,
    value: {
      symbol: cleanClaim(symbol.text, MAX_SYMBOL_CHARS),
      name: cleanClaim(name.text, MAX_NAME_CHARS),
      uri: uri && cleanClaim(uri.text, MAX_URI_CHARS),
    },
  }
}

function readText(data: Uint8Array, at: number): { text: string; end: number } | null {
  if (at + 4 > data.length) return null
  const start = at + 4
  const end = start + new DataView(data.buffer, data.byteOffset + at, 4).getUint32(0, true)
  if (end > data.length) return null
  const bytes = data.subarray(start, Math.min(end, start + MAX_TEXT_BYTES))
  return { text: new TextDecoder().decode(bytes), end }
}
