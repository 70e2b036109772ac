import 'server-only'
import { type AccountCall, contentOf } from '../account/load'
import { isProblem, ProblemError } from '../api/problem'
import { asResult, type Result } from '../api/result'
import { clock, inTime } from '../platform/clock'
import { awaitUpstream, deadlineIn, requestContext } from '../platform/request-context'
import { loopTurn } from '../platform/turns'
import { isLayoutError } from '../protocol/light/layouts'
import type { NodeTransaction } from '../protocol/solana/node-transaction'
import type { RequestClass } from '../rpc-client/urgency'
import { askOnce } from '../upstream/ask'
import { isListed } from '../upstream/chain/listed'
import { chainMismatchProblem } from '../upstream/chain/problem'
import { programs } from '../upstream/chain/programs'
import { nodeTransaction } from '../upstream/chain/transaction'
import type { Network } from '../upstream/networks/networks'
import type { TransactionDetails } from './contract'
import { type FoundContent, type OpenDetails, openDetails } from './details'
import { keepFacts } from './kept'
import { SharedWork } from './shared-work'

/** Milliseconds for the contents of consumed accounts: each is two calls. The rest arrives with a later request. */
const CONTENTS_MS = 4_000

/** Concurrent content reads: one reader's share of the chain nodes and the indexer. */
const AT_ONCE = 8

/** @param left aborted when the reader is gone @throws ProblemError as nodeTransaction(), and chain_mismatch */
export async function transactionDetails(
  network: Network,
  signature: string,
  deadline: number,
  by: RequestClass = 'interactive',
  left?: AbortSignal,
): Promise<TransactionDetails> {
  const opened = await openAt(network, signature, deadline, by, left)
  const contentsBy = Math.min(deadline, clock().monotonic() + CONTENTS_MS)
  const [contents, unindexed, listed] = await Promise.all([
    contentsWithin(network, opened.wanted, contentsBy, by, left),
    unindexedTrees(network, opened, contentsBy, by),
    opened.showsNone ? isListed(network, signature, by) : null,
  ])
  const details = await opened.details(contents, unindexed, listed === true)
  await keepFacts(network, details, by)
  return details
}

export function loadTransaction(
  network: Network,
  signature: string,
  withinMs: number,
): Promise<Result<TransactionDetails>> {
  const { left } = requestContext() ?? {}
  return asResult(
    awaitUpstream(() => transactionDetails(network, signature, deadlineIn(withinMs), 'interactive', left)),
  )
}

/** Matching thirty inputs takes 15 ms, so the result is kept. */
const opened = new SharedWork<NodeTransaction, OpenDetails>()

async function openAt(
  network: Network,
  signature: string,
  deadline: number,
  by: RequestClass,
  left?: AbortSignal,
): Promise<OpenDetails> {
  const transaction = await nodeTransaction(network, signature, deadline, by)
  try {
    return await opened.of(transaction, async (signal) => openDetails(transaction, await programs(), signal), left)
  } catch (error) {
    if (!isLayoutError(error)) throw error
    throw new ProblemError(chainMismatchProblem('The chain node sent a transaction that cannot be read.'))
  }
}

async function contentsWithin(
  network: Network,
  hashes: readonly string[],
  deadline: number,
  by: RequestClass,
  left?: AbortSignal,
): Promise<Map<string, FoundContent>> {
  const found = new Map<string, FoundContent>()
  const missing = [...hashes]
  const isWaitedFor = () => clock().monotonic() < deadline && !left?.aborted
  async function readOn(): Promise<void> {
    for (let hash = missing.shift(); hash !== undefined && isWaitedFor(); hash = missing.shift()) {
      // With an indexer that responds at once, a thousand accounts would block the event loop.
      await loopTurn()
      found.set(hash, await foundContent(network, hash, { deadline, by, left }))
    }
  }
  const reading = Promise.all(Array.from({ length: Math.min(AT_ONCE, hashes.length) }, readOn))
  await inTime(reading, Math.max(0, deadline - clock().monotonic()))
  // A copy: late results must not change a page that is rendering.
  return new Map(found)
}

const MAX_TREES = 4

/**
 * Trees whose accounts the indexer does not know although it is past the slot: it skips trees that are not Light's. One account
 * represents its tree. Trees without a result in time are left out.
 */
async function unindexedTrees(
  network: Network,
  { inUnknownTrees, slot }: OpenDetails,
  deadline: number,
  by: RequestClass,
): Promise<Set<string>> {
  const trees = new Set<string>()
  if (inUnknownTrees.size === 0) return trees
  const asking = Promise.all(
    [...inUnknownTrees].slice(0, MAX_TREES).map(async ([tree, hash]) => {
      if (await isMissing(network, hash, slot, by)) trees.add(tree)
    }),
  )
  await inTime(asking, Math.max(0, deadline - clock().monotonic()))
  return new Set(trees)
}

async function isMissing(network: Network, hash: string, slot: number, by: RequestClass): Promise<boolean> {
  try {
    // The slot first: an account unknown after it was skipped, not late.
    const { result } = await askOnce(network, 'getIndexerSlot', {}, by)
    if (Number(result) < slot) return false
    await askOnce(network, 'getCompressionSignaturesForAccount', { hash }, by)
    return false
  } catch (error) {
    if (isProblem(error)) return error.problem.code === 'not_found'
    throw error
  }
}

async function foundContent(network: Network, hash: string, call: AccountCall): Promise<FoundContent> {
  try {
    const { account, tokenData: token, proof, created } = await contentOf(network, hash, call)
    if (proof.result === 'differs') return { state: 'unknown' }
    return { state: 'read', account, token, createdBy: created.signature }
  } catch (error) {
    if (!isProblem(error)) throw error
    return { state: NOWHERE.has(error.problem.code) ? 'unknown' : 'not_read' }
  }
}

const NOWHERE = new Set(['not_found', 'transaction_unknown', 'chain_mismatch', 'wrong_chain'])
