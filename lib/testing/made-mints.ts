import { base58 } from '@scure/base'
import { POOL_AUTHORITY } from '@/lib/protocol/light/pools'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { TOKEN_PROGRAMS } from '@/lib/protocol/solana/mint-account'
import type { MintInfo } from '@/lib/protocol/solana/mint-info'
import { METADATA_PROGRAM } from '@/lib/protocol/solana/mint-metadata'

const u16 = (value: number) => Buffer.from([value & 0xff, value >> 8])

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

interface Controls {
  supply?: bigint
  mintAuthority?: string
  freezeAuthority?: string
}

export function mintBytes(decimals: number, { supply = 0n, mintAuthority, freezeAuthority }: Controls = {}): Buffer {
  const bytes = Buffer.alloc(82)
  if (mintAuthority) bytes.set([1, 0, 0, 0, ...base58.decode(mintAuthority)], 0)
  bytes.writeBigUInt64LE(supply, 36)
  bytes[44] = decimals
  bytes[45] = 1
  if (freezeAuthority) bytes.set([1, 0, 0, 0, ...base58.decode(freezeAuthority)], 46)
  return bytes
}

export function splMint(decimals: number, controls?: Controls): { owner: string; lamports: bigint; data: Uint8Array } {
  return { owner: TOKEN_PROGRAMS.spl, lamports: 1_461_600n, data: mintBytes(decimals, controls) }
}

/** An on-chain mint of the Light Token Program, without metadata. */
export function lightMint(decimals: number, controls?: Controls) {
  const data = Buffer.concat([mintBytes(decimals, controls), Buffer.alloc(181, 3)])
  data[165] = 1
  return { owner: TOKEN_PROGRAM, lamports: 1_000_000n, data }
}

export function poolAccount(mint: string, amount: bigint, owner = POOL_AUTHORITY) {
  const data = Buffer.alloc(165)
  data.set([...base58.decode(mint), ...base58.decode(owner)])
  data.writeBigUInt64LE(amount, 64)
  return { owner: TOKEN_PROGRAMS.spl, lamports: 2_039_280n, data }
}

export function mint2022(
  decimals: number,
  extensions: readonly (readonly [type: number, value: Uint8Array])[],
  controls?: Controls,
) {
  const entries = extensions.flatMap(([type, value]) => [u16(type), u16(value.length), value])
  const data = Buffer.concat([mintBytes(decimals, controls), Buffer.alloc(83), Buffer.from([1]), ...entries])
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
