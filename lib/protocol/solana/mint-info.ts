/** Symbol and name are chosen by the issuer and not unique. */
export interface MintInfo {
  mint: string
  /** 0 to 255; never changes. */
  decimals: number
  /** Cleaned by claim.ts; null: none. */
  symbol: string | null
  name: string | null
  program: string
  source: 'mint account' | 'metadata program' | null
  /** Wallets show other amounts: with interest, or multiplied by a factor. Ours are raw. Absent: they show these. */
  displayed?: 'interest' | 'scaled'
}

/** By address. Amounts of an absent mint are shown in base units. */
export type Mints = Readonly<Record<string, MintInfo>>
