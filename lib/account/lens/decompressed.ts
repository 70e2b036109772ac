import { base64Bytes } from '../../format/base64'
import { keyBase58 } from '../../protocol/key-base58'
import type { AccountItem } from '../../protocol/rpc/items'

/** `ff ff ff ff ff ff ff 00`: an account with it was decompressed. facts/cold-tokens.md 3. */
const DECOMPRESSED = 72057594037927935n

/** An account that lives on the chain now: its compressed form keeps the address taken and holds nothing itself. */
export interface Decompressed {
  /** Address of the account on the chain; null where the data are not one. */
  onChain: string | null
}

/** What a compressed account stands in for; null where it is an account itself. */
export function decompressedOf({ data }: Pick<AccountItem, 'data'>): Decompressed | null {
  if (!data || BigInt(data.discriminator) !== DECOMPRESSED) return null
  const bytes = base64Bytes(data.data)
  return { onChain: bytes?.length === 32 ? keyBase58(bytes) : null }
}
