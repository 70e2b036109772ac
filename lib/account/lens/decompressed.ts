import { base64Bytes } from '../../format/base64'
import { keyBase58 } from '../../protocol/key-base58'
import type { AccountItem } from '../../protocol/rpc/items'

/** `ff ff ff ff ff ff ff 00`, the discriminator of a decompressed account. facts/cold-tokens.md 3. */
const DECOMPRESSED = 72057594037927935n

/** An account moved to the chain; the compressed one holds only the on-chain address. */
export interface DecompressedAccount {
  /** null: the data is not an address. */
  onChain: string | null
}

export function decompressedOf({ data }: Pick<AccountItem, 'data'>): DecompressedAccount | null {
  if (!data || BigInt(data.discriminator) !== DECOMPRESSED) return null
  const bytes = base64Bytes(data.data)
  return { onChain: bytes?.length === 32 ? keyBase58(bytes) : null }
}
