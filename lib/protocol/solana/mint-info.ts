/** What the chain knows of a mint. Symbol and name are the issuer's claim: anybody may take any of them. */
export interface MintInfo {
  /** Base58. */
  mint: string
  /** Digits of an amount behind its decimal point, 0 to 255; never changes. */
  decimals: number
  /** Cleaned by claim.ts; null: the issuer gave none. */
  symbol: string | null
  name: string | null
  /** Base58: the token program that the mint belongs to. */
  program: string
  /** Where symbol and name stand; null: nowhere. */
  source: 'mint account' | 'metadata program' | null
}

/** What is known of mints, by address. Of one that is absent nothing is known: its amounts are base units. */
export type Mints = Readonly<Record<string, MintInfo>>
