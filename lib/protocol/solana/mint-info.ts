/** Symbol and name are the issuer's claim: anyone may take any. */
export interface MintInfo {
  mint: string
  /** 0 to 255; never changes. */
  decimals: number
  /** Cleaned by claim.ts; null: none given. */
  symbol: string | null
  name: string | null
  program: string
  source: 'mint account' | 'metadata program' | null
}

/** By address. An absent mint is unknown: its amounts are base units. */
export type Mints = Readonly<Record<string, MintInfo>>
