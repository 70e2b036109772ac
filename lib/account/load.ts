import 'server-only'
import { LRUCache } from 'lru-cache'
import { isProblem, ProblemError, problem } from '../api/problem'
import type { RequestParams } from '../api/request-params'
import { once } from '../platform/once'
import type { SignatureItem } from '../protocol/rpc/items'
import type { MethodName } from '../protocol/rpc/methods'
import { MAX_LIMIT } from '../protocol/rpc/primitives'
import type { RequestClass } from '../rpc-client/urgency'
import { answerTo, askOnce, type DeliveredAnswer, prepareAnswer } from '../upstream/ask'
import { chainGeneration } from '../upstream/chain/genesis'
import { chainOf } from '../upstream/chain/node'
import { noChainNodeProblem } from '../upstream/chain/problem'
import { programs } from '../upstream/chain/programs'
import { storedTransactions } from '../upstream/chain/stored-transactions'
import { nodeTransaction } from '../upstream/chain/transaction'
import { slotWaitDeadline } from '../upstream/min-slot'
import type { Network } from '../upstream/networks/networks'
import { accountContent, accountHistory, type HistoryPage } from './history/account-history'
import type { AccountContent, AccountHistory } from './history/contract'
import { readTransaction } from './history/read-transaction'
import type { HistorySources, HistoryStep } from './history/step'
import { NOT_CHECKED, proofs } from './proof/proofs'

/** Memory for some 50,000 versions; the disk holds more. */
const MAX_BYTES = 64_000_000

/** Bytes of a version without its data. */
const STEP_BYTES = 1_200

const steps = once(
  'history steps',
  () =>
    new LRUCache<string, HistoryStep>({
      maxSize: MAX_BYTES,
      sizeCalculation: ({ content }) => STEP_BYTES + (content.account.data?.data.length ?? 0),
    }),
)

export interface AccountCall {
  /** Monotonic milliseconds. */
  deadline: number
  by?: RequestClass
  /** The lowest slot of the indexer's responses; null: any. */
  minSlot?: number | null
  /** Monotonic milliseconds until which to wait for `minSlot`; default: 5 s. */
  slotUntil?: number
  /** True: from memory only, without a call to a chain node. */
  remembered?: boolean
  /** Aborted when the client disconnects; stops reading transactions. */
  left?: AbortSignal | undefined
  /** Receives the indexer's answers that the result is made of. */
  parts?: IndexerPart[]
}

export type IndexerPart = DeliveredAnswer<MethodName>

/** @throws ProblemError not_found */
export async function signaturesFor(network: Network, hash: string): Promise<readonly SignatureItem[]> {
  const { result } = await askOnce(network, 'getCompressionSignaturesForAccount', { hash })
  return result.value.items
}

/** @throws ProblemError not_found, no_chain_node, chain_mismatch, sources_disagree, and errors of indexer and node */
export async function contentOf(network: Network, hash: string, call: AccountCall): Promise<AccountContent> {
  return fromChain(network, () => accountContent(hash, sourcesOf(network, call)))
}

/** Continues earlier walks. @throws ProblemError like contentOf(), and invalid_params for a page outside this history */
export async function historyAround(
  network: Network,
  hash: string,
  page: HistoryPage,
  call: AccountCall,
): Promise<AccountHistory> {
  return fromChain(network, () => accountHistory(hash, page, sourcesOf(network, call)))
}

async function fromChain<T>(network: Network, work: () => Promise<T | null>): Promise<T> {
  if (!chainOf(network)) throw new ProblemError(noChainNodeProblem(network.name))
  const value = await work()
  if (value === null) throw new ProblemError(problem('not_found', 'The indexer does not know this account hash.'))
  return value
}

function sourcesOf(
  network: Network,
  {
    deadline,
    by = 'interactive',
    minSlot = null,
    slotUntil = slotWaitDeadline(),
    remembered = false,
    left,
    parts,
  }: AccountCall,
): HistorySources {
  async function ask<M extends MethodName>(method: M, params: RequestParams<M>) {
    const delivered = await answerTo(prepareAnswer(network, method, params), by, slotUntil)
    parts?.push(delivered)
    return delivered.answer.result
  }
  const keyOf = (hash: string) => `${network.name} ${chainGeneration(network.name)} ${hash}`
  return {
    transaction: async (signature) => {
      if (remembered) throw new ProblemError(problem('chain_unavailable', 'The chain node is not asked for previews.'))
      return readTransaction(await nodeTransaction(network, signature, deadline, by), await programs(), left)
    },
    async signaturesOf(hash) {
      try {
        return (await ask('getCompressionSignaturesForAccount', { hash, minSlot })).value.items
      } catch (error) {
        if (isProblem(error) && error.problem.code === 'not_found') return null
        throw error
      }
    },
    async prove(row) {
      const [proof] = await proofs().of(network.name, [row])
      return proof ?? NOT_CHECKED
    },
    async liveOf(owner) {
      try {
        return (await ask('getCompressedAccountsByOwner', { owner, limit: MAX_LIMIT, minSlot })).value.items
      } catch (error) {
        if (isProblem(error)) return null
        throw error
      }
    },
    store: {
      get: (hash) => steps().get(keyOf(hash)) ?? storedStep(network, hash, keyOf(hash)),
      set(hash, step) {
        steps().set(keyOf(hash), step)
        storedTransactions().keepValue(network.name, storedKey(hash), step)
      },
    },
  }
}

/** The number is that of the rules. */
const storedKey = (hash: string) => `version 1 ${hash}`

function storedStep({ name }: Network, hash: string, key: string): HistoryStep | null {
  const step = storedTransactions().value(name, storedKey(hash)) as HistoryStep | null
  if (step) steps().set(key, step)
  return step
}
