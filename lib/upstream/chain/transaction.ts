import 'server-only'
import { z } from 'zod'
import { type Problem, ProblemError } from '../../api/problem'
import { clock } from '../../platform/clock'
import { countInnerInstructions } from '../../protocol/light/groups'
import { MAX_ACCOUNTS, MAX_INSTRUCTIONS, MAX_TRANSACTION_CHARS } from '../../protocol/light/transaction-limits'
import { canonicalKey, stringifyJson } from '../../protocol/rpc/json'
import type { NodeTransaction } from '../../protocol/solana/node-transaction'
import { limits } from '../../rpc-client/limits'
import { wrongAnswerError } from '../../rpc-client/solana/answer'
import type { RequestClass } from '../../rpc-client/urgency'
import { memory } from '../cache/cache'
import type { CacheRequest, LoadedValue } from '../cache/memory'
import { endpointOf, indexersOf, type Network } from '../networks/networks'
import { callNode } from './call'
import { compressionUse } from './compression-use'
import { cutLog } from './cut-log'
import { createLeafFetcher } from './failover'
import { isListed } from './listed'
import { type Chain, type ChainNode, chainOf, type NodeCall } from './node'
import { chainMismatchProblem, noChainNodeProblem, transactionUnknownProblem } from './problem'
import { programs } from './programs'
import { storedTransactions } from './stored-transactions'

type NodeOutcome = { ok: true; value: NodeTransaction } | { ok: false; problem: Problem }

/** Milliseconds of freshness: until finalized, a transaction may vanish with its fork. */
const FINAL_MS = 600_000
const CONFIRMED_MS = 2_000
const UNKNOWN_MS = 2_000
const ON_ERROR_MS = 3_600_000

const MEMORY_FACTOR = 2

const MAX_ERROR_CHARS = 1_000

const MAX_U64 = 2n ** 64n - 1n

const recorded = z
  .union([z.int().nonnegative(), z.bigint().max(MAX_U64)])
  .nullish()
  .catch(null)

const innerInstructions = z.array(
  z.object({
    index: z.number(),
    instructions: z.array(
      z.object({
        programIdIndex: z.number(),
        accounts: z.array(z.number()),
        data: z.string(),
        stackHeight: z.number().nullish().catch(null),
      }),
    ),
  }),
)

const addresses = z.array(z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)).max(MAX_ACCOUNTS)

const answerShape = z.object({
  slot: z.int().nonnegative(),
  blockTime: z.union([z.int(), z.null()]).optional(),
  transaction: z.tuple([z.string().max(MAX_TRANSACTION_CHARS), z.literal('base64')]),
  meta: z.object({
    err: z.unknown().refine((err) => stringifyJson(err ?? null).length <= MAX_ERROR_CHARS),
    fee: recorded,
    computeUnitsConsumed: recorded,
    logMessages: z.array(z.string()).nullish(),
    innerInstructions: z
      .unknown()
      .refine((inner) => countInnerInstructions(inner) <= MAX_INSTRUCTIONS)
      .pipe(innerInstructions.nullish().catch(null))
      .optional(),
    loadedAddresses: z.object({ writable: addresses, readonly: addresses }).nullish(),
  }),
  version: z.union([z.literal('legacy'), z.int()]).optional(),
})

/** From the network's chain nodes, or from disk once finalized. Verifies the signatures. @throws ProblemError */
export async function nodeTransaction(
  network: Network,
  signature: string,
  deadline: number,
  by: RequestClass = 'interactive',
): Promise<NodeTransaction> {
  const chain = chainOf(network)
  if (!chain) throw new ProblemError(noChainNodeProblem(network.name))
  const request: CacheRequest<NodeOutcome> = {
    key: canonicalKey('chain', network.name, 'getTransaction', { signature }),
    network: network.name,
    load: ({ urgency }) => loadTransaction(network, chain, signature, { deadline, by: urgency.of }),
    trouble: () => null,
  }
  const { value } = await memory().get(request, by, limits().patienceMs)
  if (!value.ok) throw new ProblemError(value.problem)
  return value.value
}

export function isTransactionInMemory(network: Network, signature: string): boolean {
  const key = canonicalKey('chain', network.name, 'getTransaction', { signature })
  return (
    memory().fresh<NodeOutcome>(key)?.value.ok === true || storedTransactions().get(network.name, signature) !== null
  )
}

async function loadTransaction(
  network: Network,
  chain: Chain,
  signature: string,
  call: NodeCall,
): Promise<LoadedValue<NodeOutcome>> {
  const stored = storedTransactions().get(network.name, signature)
  // Checks again: earlier versions stored transactions that are rejected now.
  if (stored && (await isBelieved(network, stored, call.by))) {
    chain.counts.fromDisk++
    return loaded({ ok: true, value: stored }, FINAL_MS, stringifyJson(stored).length)
  }
  const found = await wholeTransaction(network, chain, signature, call)
  if (!found) return loaded({ ok: false, problem: transactionUnknownProblem(chain.nodes.length) }, UNKNOWN_MS, 0)
  const isFinal = found.finalized && (await isBelieved(network, found, call.by))
  if (isFinal && !found.unchecked) storedTransactions().keep(network.name, found)
  return loaded({ ok: true, value: found }, isFinal ? FINAL_MS : CONFIRMED_MS, stringifyJson(found).length)
}

async function wholeTransaction(
  network: Network,
  chain: Chain,
  signature: string,
  call: NodeCall,
): Promise<NodeTransaction | null> {
  let lacking: NodeTransaction | null = null
  try {
    const whole = await createLeafFetcher(network, call, async (node) => {
      const found = await transactionFrom(network, node, chain, signature, call)
      const use = found && (await compressionUse(found, await programs()))
      if (use !== 'not recorded' && use !== 'unreadable') return found
      lacking ??= found
      return null
    })
    return whole ?? lacking
  } catch (error) {
    if (lacking) return lacking
    throw error
  }
}

/** True if no compressed state is missing: it is complete, or the indexer does not list the transaction either. */
async function isBelieved(network: Network, transaction: NodeTransaction, by: RequestClass): Promise<boolean> {
  const use = await compressionUse(transaction, await programs())
  return use === 'changed' || (use === 'none' && (await isListed(network, transaction.signature, by)) === false)
}

function loaded(value: NodeOutcome, freshMs: number, chars: number): LoadedValue<NodeOutcome> {
  const now = clock().monotonic()
  const onErrorMs = value.ok ? ON_ERROR_MS : 0
  return { value, weight: chars * MEMORY_FACTOR, slot: null, freshUntil: now + freshMs, revalidateMs: 0, onErrorMs }
}

async function transactionFrom(
  network: Network,
  node: ChainNode,
  chain: Chain,
  signature: string,
  call: NodeCall,
): Promise<NodeTransaction | null> {
  const config = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 1 }
  const [result, finalizedSlot] = await Promise.all([
    callNode(node, chain.counts, 'getTransaction', [signature, config], call),
    finalizedSlotOf(network, node, chain, call),
  ])
  if (result === null) return null
  const read = answerShape.safeParse(result)
  if (!read.success) {
    const path = read.error.issues[0]?.path.map(String).join('.') ?? ''
    throw wrongAnswerError('a transaction that is none', 'getTransaction', path)
  }
  const { slot, blockTime = null, transaction, meta, version } = read.data
  const { signatureProblem } = await import('../../protocol/solana/verify-signatures')
  const wrong = signatureProblem(transaction[0], signature)
  if (wrong !== null) throw new ProblemError(chainMismatchProblem(wrong))
  const logs = await withoutUrls(network, chain, cutLog(meta.logMessages ?? []))
  const cleaned = { ...meta, logMessages: logs.shown }
  if (await showsUrl(network, chain, { ...cleaned, logMessages: [] })) {
    throw new ProblemError(chainMismatchProblem('The chain node’s response contains part of a configured URL.'))
  }
  return {
    signature,
    slot,
    blockTime,
    finalized: finalizedSlot !== null && slot <= finalizedSlot,
    unchecked: node.identity.state !== 'checked',
    transaction,
    meta: cleaned,
    ...(version !== undefined && { version }),
    logsLeftOut: logs.leftOut,
  }
}

/** Removes log lines that contain part of a configured URL, since programs may log their input. */
async function withoutUrls(
  network: Network,
  chain: Chain,
  lines: readonly string[],
): Promise<{ shown: string[]; leftOut: number }> {
  if (!(await showsUrl(network, chain, lines))) return { shown: [...lines], leftOut: 0 }
  const shown: string[] = []
  for (const line of lines) if (!(await showsUrl(network, chain, line))) shown.push(line)
  return { shown, leftOut: lines.length - shown.length }
}

async function showsUrl(network: Network, { nodes }: Chain, value: unknown): Promise<boolean> {
  const endpoints = [...indexersOf(network).map(endpointOf), ...nodes.map(({ endpoint }) => endpoint)]
  const shows = await Promise.all(endpoints.map((endpoint) => endpoint.isInResult(value)))
  return shows.includes(true)
}

const FINALIZED_MS = 2_000

/** null: unknown, so nothing counts as finalized. */
async function finalizedSlotOf(
  network: Network,
  node: ChainNode,
  chain: Chain,
  call: NodeCall,
): Promise<number | null> {
  const request: CacheRequest<number | null> = {
    key: canonicalKey('chain', network.name, 'getSlot', { node: node.label }),
    network: network.name,
    load: async () => {
      const result = await callNode(node, chain.counts, 'getSlot', [{ commitment: 'finalized' }], call).catch(
        () => null,
      )
      const value = typeof result === 'number' ? result : null
      const freshUntil = clock().monotonic() + FINALIZED_MS
      return { value, weight: 0, slot: null, freshUntil, revalidateMs: 0, onErrorMs: 0 }
    },
    trouble: () => null,
  }
  const { value } = await memory().get(request, call.by, null)
  return value
}
