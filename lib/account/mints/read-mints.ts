import { type Address, getAddressEncoder, getProgramDerivedAddress, isAddress } from '@solana/kit'
import { type MintAccount, type ParseResult, readMintAccount } from '../../protocol/solana/mint-account'
import type { MintInfo } from '../../protocol/solana/mint-info'
import { METADATA_PROGRAM, readMetadataAccount, readMetadataExtension } from '../../protocol/solana/mint-metadata'

export interface ChainAccount {
  owner: string
  data: Uint8Array
}

/** Address of a mint's account of the metadata program; null: `mint` is no address. */
export async function metadataAddress(mint: string): Promise<string | null> {
  if (!isAddress(mint)) return null
  const program = METADATA_PROGRAM as Address
  const encoder = getAddressEncoder()
  const seeds = ['metadata', encoder.encode(program), encoder.encode(mint)]
  const [address] = await getProgramDerivedAddress({ programAddress: program, seeds })
  return address
}

export interface MintFacts extends MintInfo, Omit<MintAccount, 'metadata'> {
  /** The issuer's claim, like symbol and name. */
  uri: string | null
}

export function readMint(...given: Parameters<typeof readMintFacts>): ParseResult<MintInfo> {
  const read = readMintFacts(...given)
  if (!read.ok) return read
  const { mint, decimals, symbol, name, program, source, extensions } = read.value
  const displayed = extensions.has(INTEREST_BEARING) ? 'interest' : extensions.has(SCALED_AMOUNT) ? 'scaled' : null
  return { ok: true, value: { mint, decimals, symbol, name, program, source, ...(displayed && { displayed }) } }
}

/** Token-2022 extensions of a mint. */
const INTEREST_BEARING = 10
const SCALED_AMOUNT = 25

/** Trusts only metadata in the mint itself or at `metadataAddress`. Without valid metadata: no symbol and no name. */
export function readMintFacts(
  mint: string,
  account: ChainAccount | null,
  metadata: ChainAccount | null,
  metadataAt: string | null,
): ParseResult<MintFacts> {
  if (!account) return { ok: false, reason: 'the chain has no account at this address' }
  const read = readMintAccount(account.owner, account.data)
  if (!read.ok) return read
  const { metadata: extension, ...own } = read.value
  const pointer = own.metadataAt
  const info = { mint, ...own, symbol: null, name: null, uri: null, program: account.owner, source: null }
  if (pointer === mint && extension) {
    const claim = readMetadataExtension(mint, extension)
    return { ok: true, value: claim.ok ? { ...info, ...claim.value, source: 'mint account' } : info }
  }
  if (metadata?.owner === METADATA_PROGRAM && (pointer === null || pointer === metadataAt)) {
    const claim = readMetadataAccount(mint, metadata.data)
    return { ok: true, value: claim.ok ? { ...info, ...claim.value, source: 'metadata program' } : info }
  }
  return { ok: true, value: info }
}
