import { base58 } from '@scure/base'
import { TOKEN_PROGRAMS } from '@/lib/protocol/solana/mint-account'
import type { MintInfo } from '@/lib/protocol/solana/mint-info'
import { METADATA_PROGRAM } from '@/lib/protocol/solana/mint-metadata'

const u16 = (value: number) => Buffer.from([value & 0xff, value >> 8])

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

export function mintBytes(decimals: number): Buffer {
  const bytes = Buffer.alloc(82)
  bytes[44] = decimals
  bytes[45] = 1
  return bytes
}

export function splMint(decimals: number): { owner: string; lamports: bigint; data: Uint8Array } {
  return { owner: TOKEN_PROGRAMS.spl, lamports: 1_461_600n, data: mintBytes(decimals) }
}

export function mint2022(decimals: number, extensions: readonly (readonly [type: number, value: Uint8Array])[]) {
  const entries = extensions.flatMap(([type, value]) => [u16(type), u16(value.length), value])
  const data = Buffer.concat([mintBytes(decimals), Buffer.alloc(83), Buffer.from([1]), ...entries])
  return { owner: TOKEN_PROGRAMS.token2022, lamports: 4_000_000n, data }
}

/** @param at base58; null: it names nothing */
export function pointerTo(at: string | null): Uint8Array {
  return Buffer.concat([Buffer.alloc(32, 7), at === null ? Buffer.alloc(32) : base58.decode(at)])
}

interface Texts {
  name: string
  symbol: string
  uri?: string
}

const text = (value: string, size = 0) => {
  const bytes = Buffer.from(value)
  const padded = Buffer.concat([bytes, Buffer.alloc(Math.max(0, size - bytes.length))])
  return Buffer.concat([u32(padded.length), padded])
}

export function metadataExtension(mint: string, { name, symbol, uri = '' }: Texts): Uint8Array {
  const further = [u32(1), text('colour'), text('green')]
  return Buffer.concat([Buffer.alloc(32, 7), base58.decode(mint), text(name), text(symbol), text(uri), ...further])
}

export function metadataAccount(mint: string, { name, symbol, uri = '' }: Texts) {
  const texts = [text(name, 32), text(symbol, 10), text(uri, 200)]
  const data = Buffer.concat([Buffer.from([4]), Buffer.alloc(32, 7), base58.decode(mint), ...texts, Buffer.alloc(397)])
  return { owner: METADATA_PROGRAM, lamports: 5_616_720n, data }
}

export function mintInfo(mint: string, decimals: number, symbol: string | null = null): MintInfo {
  return { mint, decimals, symbol, name: null, program: '', source: null }
}
