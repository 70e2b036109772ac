import { z } from 'zod'
import { problem } from '../../api/schema'
import { account, signatureInfo, tokenData } from '../../protocol/rpc/entities'
import { safeInteger as count, slot, u64 } from '../../protocol/rpc/primitives'
import { rowProof } from '../proof/schema'

/** The node reports signer, fee and time without proof. */
const accountTransaction = signatureInfo.extend({
  signer: z.string(),
  /** Lamports; null: the node does not report it. */
  fee: u64.nullable(),
  /** True once no member can change. */
  finalized: z.boolean(),
})
export type AccountTransaction = z.output<typeof accountTransaction>

export const accountContent = z.object({
  account,
  tokenData: tokenData.nullable(),
  /** docs/proof.md. */
  proof: rowProof,
  created: accountTransaction,
  /** null: no consuming transaction is known. */
  consumed: signatureInfo.nullable(),
})
export type AccountContent = z.output<typeof accountContent>

/** One of several accounts that a version may continue as, since it has no address. */
const accountChoice = z.object({
  hash: z.string(),
  /** null, like lamports: no fields in the transaction have this hash. */
  owner: z.string().nullable(),
  lamports: u64.nullable(),
  /** null: not a token account, or its bytes are not available. */
  tokenData: tokenData.nullable(),
})
export type AccountChoice = z.output<typeof accountChoice>

/**
 * How a history ends on one side. `unwalked`: more exists, not read yet. `live`: no consuming transaction is known. `closed`:
 * the consuming event created nothing with this address (without one: nothing at all). `created`: the first version, with a
 * new address or without consumed accounts. `several`: without an address, the event consumed or created several accounts.
 * `older_than_index`: the indexer does not know the hash. `unknown`: the transaction lacks the fields of consumed accounts.
 * `problem`: the request failed.
 */
const historyEnd = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unwalked'), hash: z.string() }),
  z.object({ kind: z.literal('live') }),
  z.object({ kind: z.literal('closed'), by: accountTransaction }),
  z.object({ kind: z.literal('created'), isNewAddress: z.boolean() }),
  z.object({ kind: z.literal('several'), accounts: z.array(accountChoice) }),
  z.object({ kind: z.literal('older_than_index'), hash: z.string() }),
  z.object({ kind: z.literal('unknown') }),
  z.object({ kind: z.literal('problem'), problem, hash: z.string() }),
])
export type HistoryEnd = z.output<typeof historyEnd>

export const accountVersion = accountContent.extend({
  number: count.nullable(),
  /** null: this is the first version, or it is unknown. */
  previous: accountContent.pick({ account: true, tokenData: true }).nullable(),
})
export type AccountVersion = z.output<typeof accountVersion>

export const accountHistory = z.object({
  hash: z.string(),
  /** null: versions are linked only because each was created from the one before alone. */
  address: z.string().nullable(),
  /** Newest first. */
  items: z.array(accountVersion),
  known: count,
  newer: count,
  newestEnd: historyEnd,
  oldestEnd: historyEnd,
  /** The live version with this address, if the owner's list has one that the walk has not reached. */
  live: z.object({ hash: z.string(), slotCreated: slot }).nullable(),
  /** Cursor: the hash after which older versions follow; null: none. */
  olderThan: z.string().nullable(),
  /** Cursor: the hash that newer versions precede; null: none. */
  newerThan: z.string().nullable(),
})
export type AccountHistory = z.output<typeof accountHistory>

export type HistoryWindow = { olderThan: string } | { newerThan: string } | null

/** True if both ends are known and no version between them is missing. */
export function isCompleteHistory({ newestEnd, oldestEnd }: Pick<AccountHistory, 'newestEnd' | 'oldestEnd'>): boolean {
  return [newestEnd, oldestEnd].every(({ kind }) => kind === 'live' || kind === 'closed' || kind === 'created')
}
