import 'server-only'
import { LRUCache } from 'lru-cache'
import type { HappenedCells } from '../account/file-columns'
import { displayableMints } from '../account/mints/contract'
import { mintsOf } from '../account/mints/load-mints'
import type { Problem } from '../api/problem'
import { clock } from '../platform/clock'
import { once } from '../platform/once'
import type { Mints } from '../protocol/solana/mint-info'
import type { RequestClass } from '../rpc-client/urgency'
import { chainGeneration } from '../upstream/chain/genesis'
import { storedTransactions } from '../upstream/chain/stored-transactions'
import type { Network } from '../upstream/networks/networks'
import type { TransactionDetails } from './contract'
import type { Description } from './description/contract'
import { describe } from './description/describe'
import { tokensIn } from './sums'

/*
 * What was read of transactions. Final facts are on disk, without their sentence, so that better rules reach old transactions;
 * the others are in memory only, and are read again.
 */

/** Increment when transactions are read by other rules: all are then read anew. */
const FACTS_RULES = 4

const MAX_KEPT = 5_000

/** Milliseconds to wait for decimals; and until facts that may change are read again. */
const MINTS_MS = 800
const READ_AGAIN_MS = 60_000

interface Facts {
  details: TransactionDetails
  mints: Mints
}

export interface Kept {
  /** null: it could not be read. */
  description: Description | null
  /** Why it could not be read last time. */
  problem?: Problem
  /** Monotonic milliseconds; infinite where it never changes. */
  readAgainAt: number
}

const memory = once('descriptions', () => new LRUCache<string, Kept>({ max: MAX_KEPT }))

export function keyOf({ name }: Network, signature: string): string {
  return `${name} ${chainGeneration(name)} ${signature}`
}

const storedKey = (signature: string) => `facts ${FACTS_RULES} ${signature}`

/** Makes no call, like all that follow from it. null: nothing is kept. */
export function keptOf(network: Network, signature: string): Kept | null {
  const known = memory().get(keyOf(network, signature))
  if (known) return known
  const facts = storedTransactions().value(network.name, storedKey(signature)) as Facts | null
  return facts && remember(network, facts, Number.POSITIVE_INFINITY)
}

export function keptText(network: Network, signature: string): string | null {
  return keptOf(network, signature)?.description?.text ?? null
}

export function keptCells(network: Network, signature: string): HappenedCells {
  const { text = null, kind } = keptOf(network, signature)?.description ?? {}
  return { what_happened: text, described: text === null ? 'not described' : kind === 'unknown' ? kind : 'described' }
}

/** What was known of it stays, unless it left the chain. */
export function keepProblem(network: Network, signature: string, problem: Problem, forMs: number): void {
  const description = problem.code === 'transaction_unknown' ? null : (keptOf(network, signature)?.description ?? null)
  memory().set(keyOf(network, signature), { description, problem, readAgainAt: clock().monotonic() + forMs })
}

/** Never rejects. */
export async function keepFacts(network: Network, details: TransactionDetails, by: RequestClass): Promise<void> {
  if (keptOf(network, details.signature)?.readAgainAt === Number.POSITIVE_INFINITY) return
  const { mints, problem } = await mintsOf(network, touchedMints(details), MINTS_MS, by)
  const facts = { details: { ...details, logs: [], logsLeftOut: 0 }, mints: displayableMints(mints) }
  const isSettled = isFinal(details) && problem === null
  remember(network, facts, isSettled ? Number.POSITIVE_INFINITY : clock().monotonic() + READ_AGAIN_MS)
  if (isSettled) storedTransactions().keepValue(network.name, storedKey(details.signature), facts)
}

function remember(network: Network, { details, mints }: Facts, readAgainAt: number): Kept {
  const kept = { description: describe(details, mints), readAgainAt }
  memory().set(keyOf(network, details.signature), kept)
  return kept
}

export function touchedMints(details: TransactionDetails): Set<string> {
  return new Set(details.doubt === null ? [...tokensIn(details), ...details.tokenMoves].map(({ mint }) => mint) : [])
}

/** Its effect on compressed state is known, with the contents of all consumed accounts. */
export function isWhole({ doubt, consumed, unreadable }: TransactionDetails): boolean {
  if (doubt !== null || unreadable.length > 0) return false
  return consumed.every(({ content }) => content.state === 'read' || content.state === 'not_needed')
}

function isFinal(details: TransactionDetails): boolean {
  const { usesCompression, failure, finalized, unchecked } = details
  // "Changed nothing" is contradicted once the indexer lists it, so it is not settled.
  return isWhole(details) && (usesCompression === true || failure !== null) && finalized && !unchecked
}
