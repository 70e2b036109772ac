import { z } from 'zod'
import { safeInteger as count, integer, slot } from '../../protocol/rpc/primitives'

/*
 * What a wallet holds, counted once: on the chain in accounts of three token programs, and compressed. Amounts are base units,
 * SOL is lamports; sums may exceed 2^64. facts/hot-tokens.md.
 */

export const PLACES = ['spl', 'token2022', 'light', 'compressed'] as const

const place = z.enum(PLACES)
export type Place = z.output<typeof place>

/** `at least`: something was not read. `none`: the parts are of different moments, so adding them could count twice. */
const sum = z.enum(['exact', 'at least', 'none'])
export type SumKind = z.output<typeof sum>

const heldAccount = z.object({
  place,
  /** Address on the chain, or hash of a compressed account. */
  id: z.string(),
  mint: z.string(),
  amount: integer,
  state: z.string(),
  delegate: z.string().nullable(),
  /** What the delegate may move; 0 without one. */
  delegatedAmount: integer,
  closeAuthority: z.string().nullable(),
  /** The associated token account that a compressed account names instead of the wallet. */
  associated: z.string().nullable(),
  /** Slot from which the account may be compressed, an estimate; null: it is not on the chain, or never. */
  compressibleFrom: integer.nullable(),
})
export type HeldAccount = z.output<typeof heldAccount>

const placeSum = z.object({ accounts: count, amount: integer })
export type PlaceSum = z.output<typeof placeSum>

const mintTotal = z.object({
  mint: z.string(),
  sum,
  /** null: `sum` is `none`. */
  total: integer.nullable(),
  places: z.record(place, placeSum),
  /** Wrapped SOL, which is in no sum of SOL. */
  isNative: z.boolean(),
  /** Token-2022: fees kept in the accounts, which are not the wallet's; in no sum. */
  withheld: integer,
  /** Token-2022: accounts that can hold an amount that only their owner can read; in no sum. */
  confidential: count,
  /** Why this mint alone is not exact. */
  reasons: z.array(z.string()),
})
export type MintTotal = z.output<typeof mintTotal>

/** null: not known. */
const solTotal = z.object({
  sum,
  total: integer.nullable(),
  chain: integer.nullable(),
  compressed: integer.nullable(),
})

export const walletTotal = z.object({
  wallet: z.string(),
  sum,
  /** Of the chain's answers; null: they have none in common. */
  slot: slot.nullable(),
  /** Slots of the parts that were read. */
  slots: z.partialRecord(z.enum([...PLACES, 'sol']), slot),
  /** Why sums are not exact. */
  reasons: z.array(z.string()),
  sol: solTotal,
  mints: z.array(mintTotal),
  accounts: z.array(heldAccount),
  /** Associated token accounts, of listed mints or closed, whose compressed accounts were not asked for. */
  unaskedMints: count,
})
export type WalletTotal = z.output<typeof walletTotal>
