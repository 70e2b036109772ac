import 'server-only'
import { LRUCache } from 'lru-cache'
import type { HappenedCells } from '../account/file-columns'
import { displayableMints } from '../account/mints/contract'
import { mintsOf } from '../account/mints/load-mints'
import { clock } from '../platform/clock'
import { once } from '../platform/once'
import type { RequestClass } from '../rpc-client/urgency'
import { chainGeneration } from '../upstream/chain/genesis'
import { storedTransactions } from '../upstream/chain/stored-transactions'
import type { Network } from '../upstream/networks/networks'
import type { TransactionDetails } from './contract'
import type { Description } from './description/contract'
import { describe } from './description/describe'

/*
 * What was read of transactions. Final facts are on disk, without their sentence, so that better rules reach old transactions;
 * the others are in memory only, and are read again.
 */

/** Increment when transactions are read by other rules: all are then read anew. */
const FACTS_RULES = 3

const MAX_KEPT = 5_000

/** Milliseconds to wait for decimals. */
const MINTS_MS = 800

/** Milliseconds until facts are read again: while slot, contents or decimals are awaited, and where the doubt stays. */
const SOON_MS = 30_000
const LATER_MS = 600_000

interface Facts {
  details: TransactionDetails
  decimals: Readonly<Record<string, number>>
}

export interface KeptDescription extends Pick<Facts, 'decimals'> {
  description: Description
  /** True: it never changes again. */
  final: boolean
  /** Monotonic milliseconds. */
  readAgainAt: number
}

const descriptions = once('descriptions', () => new LRUCache<string, KeptDescription>({ max: MAX_KEPT }))

export function keyOf({ name }: Network, signature: string): string {
  return `${name} ${chainGeneration(name)} ${signature}`
}

/** Makes no call. null: nothing is kept of it. */
export function keptDescription(network: Network, signature: string): KeptDescription | null {
  const key = keyOf(network, signature)
  const known = descriptions().get(key)
  if (known) return known
  const facts = storedTransactions().value(network.name, factsKey(signature)) as Facts | null
  return facts && remember(key, facts, true, Number.POSITIVE_INFINITY)
}

/** For feeds, files and previews: makes no call. null: nothing is kept of it. */
export function keptText(network: Network, signature: string): string | null {
  return keptDescription(network, signature)?.description.text ?? null
}

/** For files, likewise. */
export function keptCells(network: Network, signature: string): HappenedCells {
  const description = keptDescription(network, signature)?.description
  if (!description) return { what_happened: null, described: 'not described' }
  const { text, kind } = description
  return { what_happened: text, described: kind === 'unknown' ? 'unknown' : 'described' }
}

/** Never rejects. */
export async function keepFacts(network: Network, details: TransactionDetails, by: RequestClass): Promise<void> {
  const { signature } = details
  const key = keyOf(network, signature)
  if (keptDescription(network, signature)?.final) return
  const { mints, problem } = await mintsOf(network, touchedMints(details), MINTS_MS, by)
  const decimals = Object.fromEntries(Object.values(displayableMints(mints)).map((info) => [info.mint, info.decimals]))
  const facts = { details: { ...details, logs: [], logsLeftOut: 0 }, decimals }
  const final = isFinal(details) && problem === null
  const isSoon =
    problem?.retryable || !details.finalized || details.consumed?.some(({ content }) => content.state === 'not_read')
  remember(key, facts, final, final ? Number.POSITIVE_INFINITY : clock().monotonic() + (isSoon ? SOON_MS : LATER_MS))
  if (final) storedTransactions().keepValue(network.name, factsKey(signature), facts)
}

/** A node that had it no longer does. */
export function forgetDescription(network: Network, signature: string): void {
  descriptions().delete(keyOf(network, signature))
}

function remember(key: string, { details, decimals }: Facts, final: boolean, readAgainAt: number): KeptDescription {
  const description = describe(details, { decimals: (mint) => decimals[mint] })
  const kept = { description, decimals, final, readAgainAt }
  descriptions().set(key, kept)
  return kept
}

function factsKey(signature: string): string {
  return `facts ${FACTS_RULES} ${signature}`
}

export function touchedMints({ doubt, consumed, created, tokenMoves }: TransactionDetails): string[] {
  if (doubt !== null) return []
  const before = consumed.flatMap(({ content }) => (content.state === 'read' ? (content.token?.mint ?? []) : []))
  const after = created.flatMap(({ token }) => token?.mint ?? [])
  return [...new Set([...before, ...after, ...tokenMoves.map(({ mint }) => mint)])]
}

/** Its effect on compressed state is known, with the contents of all consumed accounts. */
export function isWhole({ doubt, consumed, unreadable }: TransactionDetails): boolean {
  if (doubt !== null || unreadable.length > 0) return false
  return consumed.every(({ content }) => content.state === 'read' || content.state === 'not_needed')
}

export function isFinal(details: TransactionDetails): boolean {
  const { usesCompression, failure, finalized, unchecked } = details
  // "Changed nothing" is contradicted once the indexer lists it, so it is not settled.
  return isWhole(details) && (usesCompression === true || failure !== null) && finalized && !unchecked
}
