import 'server-only'
import { z } from 'zod'
import type { NextBlock } from '../../api/status'
import { clock } from '../../platform/clock'
import { log } from '../../platform/log'
import { once } from '../../platform/once'
import { isRpcError, RpcError } from '../../protocol/rpc/failure'
import { limits } from '../../rpc-client/limits'
import type { BlockTransaction } from '../../upstream/chain/answers'
import { callNode } from '../../upstream/chain/call'
import { type Chain, type ChainNode, chainOf, type NodeCall } from '../../upstream/chain/node'
import { programs } from '../../upstream/chain/programs'
import type { Network } from '../../upstream/networks/networks'
import { candidatesIn, isWithoutBlock, slotErrorWords } from './block-candidates'

const LISTED_SLOTS = [500, 5_000, 50_000]

const NOT_AVAILABLE = -32004

/** Milliseconds between tries after a failure: doubled from the first to the second. */
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 900_000

/** Timeouts after which the block's size becomes a candidate. */
const TRIES_TO_BLAME = 2

interface Finding {
  slot: number
  next: NextBlock | null
  tries: number
  /** Monotonic milliseconds; null: done. */
  dueMs: number | null
}

const findings = once('next blocks', () => new Map<string, Finding>())

export function nextBlockOf(network: string, slot: number | null): NextBlock | null {
  const known = findings.existing()?.get(network)
  return known?.slot === slot ? known.next : null
}

/** Does nothing if the block is known or was tried recently. Never throws RpcError. */
export async function findNextBlock(network: Network, slot: number): Promise<void> {
  const chain = chainOf(network)
  const nodes = chain?.nodes.filter(({ identity }) => identity.state === 'checked') ?? []
  if (!chain?.isApart || nodes.length === 0) return
  const before = findings().get(network.name)
  const known: Finding = before?.slot === slot ? before : { slot, next: null, tries: 0, dueMs: clock().monotonic() }
  if (known.dueMs === null || clock().monotonic() < known.dueMs) return
  const tries = known.tries + 1
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** known.tries)
  findings().set(network.name, { ...known, tries, dueMs: clock().monotonic() + pauseMs })
  const { next, isRead } = await readNext(chain, nodes, slot, tries)
  findings().set(network.name, { slot, next, tries, dueMs: isRead ? null : clock().monotonic() + pauseMs })
  if (!next) return
  const reason = next.candidates.join(' ') || 'nothing unusual in it'
  log('warn', 'the indexer stands before a block', { upstream: network.name, slot: next.slot, reason })
}

async function readNext(
  chain: Chain,
  nodes: readonly ChainNode[],
  slot: number,
  tries: number,
): Promise<{ next: NextBlock | null; isRead: boolean }> {
  let tooSlow = false
  for (const node of nodes) {
    try {
      return { next: await nextAt(chain, node, slot), isRead: true }
    } catch (error) {
      if (!isRpcError(error)) throw error
      const { failure } = error
      if (failure.kind === 'network' && failure.reason === 'too-large') {
        const candidates = ['It is unusually big: larger than this explorer accepts.']
        return { next: { slot: slot + 1, candidates }, isRead: true }
      }
      tooSlow ||= failure.kind === 'network' && failure.reason === 'timeout'
    }
  }
  if (!tooSlow || tries < TRIES_TO_BLAME) return { next: null, isRead: false }
  const candidates = ['It may be unusually big: no chain node sent it in time.']
  return { next: { slot: slot + 1, candidates }, isRead: false }
}

/** @throws RpcError when the node fails, or returns an error not about the slot */
async function nextAt(chain: Chain, node: ChainNode, slot: number): Promise<NextBlock> {
  const first = slot + 1
  try {
    return { slot: first, candidates: await candidatesAt(chain, node, first) }
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    const words = slotErrorWords(first, code)
    if (!isWithoutBlock(code)) return { slot: first, candidates: [words] }
    const next = await nextListed(chain, node, first)
    if (next === null) return { slot: first, candidates: [words] }
    if (next === first) return { slot: first, candidates: [words, 'It lists a block of this slot all the same.'] }
    return { slot: next, candidates: [words, ...(await candidatesOrError(chain, node, next))] }
  }
}

async function nextListed(chain: Chain, node: ChainNode, first: number): Promise<number | null> {
  let from = first
  for (const count of LISTED_SLOTS) {
    const params = [from, from + count - 1, { commitment: 'confirmed' }]
    const result = await callNode(node, chain.counts, 'getBlocks', params, callNow())
    const listed = z.array(z.int().nonnegative()).catch([]).parse(result)
    // Not spread into arguments: a node may list more than the stack holds.
    const next = listed.reduce((least, slot) => (slot >= from ? Math.min(least, slot) : least), Infinity)
    if (Number.isFinite(next)) return next
    from += count
  }
  return null
}

async function candidatesOrError(chain: Chain, node: ChainNode, slot: number): Promise<string[]> {
  try {
    return await candidatesAt(chain, node, slot)
  } catch (error) {
    const code = codeOf(error)
    if (code === null) throw error
    return [slotErrorWords(slot, code)]
  }
}

/** Rows were validated on receipt. */
const blockShape = z.object({ transactions: z.array(z.custom<BlockTransaction>((row) => row !== null)) })

async function candidatesAt(chain: Chain, node: ChainNode, slot: number): Promise<string[]> {
  const config = {
    encoding: 'base64',
    commitment: 'confirmed',
    transactionDetails: 'full',
    rewards: false,
    maxSupportedTransactionVersion: 1,
  }
  const result = await callNode(node, chain.counts, 'getBlock', [slot, config], callNow())
  if (result === null) throw new RpcError({ kind: 'rpc', code: NOT_AVAILABLE, message: 'null' })
  const read = blockShape.safeParse(result)
  return read.success ? candidatesIn(read.data.transactions, await programs()) : ['The node’s answer is no block.']
}

function callNow(): NodeCall {
  return { deadline: clock().monotonic() + limits().attemptMs, by: 'refresh', once: true }
}

/** null: not an error about a slot. */
function codeOf(error: unknown): number | null {
  if (!isRpcError(error) || error.failure.kind !== 'rpc') return null
  const { code } = error.failure
  return code <= -32001 && code >= -32099 && code !== -32005 ? code : null
}
