import { type Address, getAddressEncoder, getProgramDerivedAddress, isAddress } from '@solana/kit'
import { type Readable, readMintAccount } from '../../protocol/solana/mint-account'
import type { MintInfo } from '../../protocol/solana/mint-info'
import { METADATA_PROGRAM, readMetadataAccount, readMetadataExtension } from '../../protocol/solana/mint-metadata'

/** An account of the chain: the program that it belongs to (base58) and its bytes. */
export interface ChainAccount {
  owner: string
  data: Uint8Array
}

/** Where the metadata program keeps what a mint's issuer calls it; null for a text that is no address. */
export async function metadataAddress(mint: string): Promise<string | null> {
  if (!isAddress(mint)) return null
  const program = METADATA_PROGRAM as Address
  const encoder = getAddressEncoder()
  const seeds = ['metadata', encoder.encode(program), encoder.encode(mint)]
  const [address] = await getProgramDerivedAddress({ programAddress: program, seeds })
  return address
}

/**
 * What the chain knows of a mint. Metadata that cannot be read, or are of another mint, leave it without symbol and name:
 * its decimals are known all the same. A mint whose pointer names its own account goes by that; one that names neither
 * that nor the metadata program's account has its metadata elsewhere, where nothing is read.
 * @param account the mint's; null: there is none
 * @param metadata what lies at metadataAddress(); null: nothing
 * @param metadataAt that address
 */
export function readMint(
  mint: string,
  account: ChainAccount | null,
  metadata: ChainAccount | null,
  metadataAt: string | null,
): Readable<MintInfo> {
  if (!account) return { ok: false, reason: 'the chain has no account at this address' }
  const read = readMintAccount(account.owner, account.data)
  if (!read.ok) return read
  const { decimals, metadataAt: pointer, metadata: extension } = read.value
  const info = { mint, decimals, symbol: null, name: null, program: account.owner, source: null }
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
