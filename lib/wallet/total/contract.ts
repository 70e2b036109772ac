/*
 * What a wallet holds, counted once: on the chain in accounts of three token programs, and compressed. Amounts are base units,
 * SOL is lamports; sums may exceed 2^64. facts/hot-tokens.md.
 */

export const PLACES = ['spl', 'token2022', 'light', 'compressed'] as const

export type Place = (typeof PLACES)[number]

/** `at least`: something was not read. `none`: the parts are of different moments, so adding them could count twice. */
export type SumKind = 'exact' | 'at least' | 'none'

export interface HeldAccount {
  place: Place
  /** Address on the chain, or hash of a compressed account. */
  id: string
  mint: string
  amount: bigint
  state: string
  delegate: string | null
  /** What the delegate may move; 0 without one. */
  delegatedAmount: bigint
  closeAuthority: string | null
  /** The associated token account that a compressed account names instead of the wallet. */
  associated: string | null
  /** Slot from which the account may be compressed, an estimate; null: it is not on the chain, or never. */
  compressibleFrom: bigint | null
}

export interface PlaceSum {
  accounts: number
  amount: bigint
}

export interface MintTotal {
  mint: string
  sum: SumKind
  /** null: `sum` is `none`. */
  total: bigint | null
  places: Record<Place, PlaceSum>
  /** Wrapped SOL, which is in no sum of SOL. */
  isNative: boolean
  /** Token-2022: fees kept in the accounts, which are not the wallet's; in no sum. */
  withheld: bigint
  /** Token-2022: accounts that can hold an amount that only their owner can read; in no sum. */
  confidential: number
  /** Why this mint alone is not exact. */
  reasons: string[]
}

/** null: not known. */
export interface SolTotal {
  sum: SumKind
  total: bigint | null
  chain: bigint | null
  compressed: bigint | null
}

export interface WalletTotal {
  wallet: string
  sum: SumKind
  /** Of the chain's answers; null: they have none in common. */
  slot: number | null
  /** Slots of the parts that were read. */
  slots: Partial<Record<Place | 'sol', number>>
  /** Why sums are not exact. */
  reasons: string[]
  sol: SolTotal
  mints: MintTotal[]
  accounts: HeldAccount[]
  /** Associated token accounts, of listed mints or closed, whose compressed accounts were not asked for. */
  unaskedMints: number
}
