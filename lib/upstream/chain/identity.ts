import 'server-only'
import { z } from 'zod'
import { log } from '../../platform/log'
import { ownMember } from '../../platform/own-member'
import { GENESIS_HASHES } from '../../protocol/solana/clusters'
import { askOnce } from '../ask'
import type { Network } from '../networks/networks'
import { callNode } from './call'
import { genesisHashOf, noteChain } from './genesis'
import type { Chain, ChainNode, NodeCall } from './node'

/** A node that lacks this many recent signatures of the indexer counts as being on another chain. */
const UNKNOWN_SIGNATURES = 3

const SETTLED_SLOTS = 64

/**
 * Checks a node by the genesis hash of a public cluster or of other nodes, else by a recent signature of the indexer, which must
 * be in the same slot. Nodes on another chain are not used again; unchecked ones are, but their answers are marked.
 */
export async function assertIdentity(network: Network, chain: Chain, node: ChainNode, call: NodeCall): Promise<void> {
  const { identity } = node
  if (identity.state !== 'unchecked') return
  identity.checking ??= checkIdentity(network, chain, node, call).finally(() => {
    identity.checking = null
  })
  return identity.checking
}

async function checkIdentity(network: Network, chain: Chain, node: ChainNode, call: NodeCall): Promise<void> {
  const { identity } = node
  identity.genesisHash ??= await genesisHashOf(chain, node, call)
  const known = ownMember(GENESIS_HASHES, network.name)
  const wanted = known ?? agreedGenesis(chain, node)
  if (wanted !== null && wanted !== identity.genesisHash) return markWrong(node)
  if (known === undefined && !(await knowsRecentSignature(network, chain, node, call))) return
  if (identity.state === 'wrong') return
  identity.state = 'checked'
  noteChain(network.name, identity.genesisHash)
}

function agreedGenesis({ nodes }: Chain, node: ChainNode): string | null {
  const checked = nodes.find((other) => other !== node && other.identity.state === 'checked')
  return checked?.identity.genesisHash ?? null
}

async function knowsRecentSignature(network: Network, chain: Chain, node: ChainNode, call: NodeCall): Promise<boolean> {
  const latest = await askOnce(network, 'getLatestCompressionSignatures', { limit: 50 }).catch(() => null)
  const items = latest?.result.value.items ?? []
  const newest = items[0]?.slot ?? 0
  const { unknownSignatures } = node.identity
  const recent = items.find(
    ({ signature, slot }) => slot <= newest - SETTLED_SLOTS && !unknownSignatures.has(signature),
  )
  const chosen = recent ?? items.find(({ signature }) => !unknownSignatures.has(signature))
  if (!chosen) return false
  const config = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 1 }
  const found = await callNode(node, chain.counts, 'getTransaction', [chosen.signature, config], call)
  if (found === null) {
    if (await hasCleanedUp(chain, node, chosen.slot, call)) return false
    unknownSignatures.add(chosen.signature)
    if (unknownSignatures.size >= UNKNOWN_SIGNATURES) markWrong(node)
    return false
  }
  const read = z.object({ slot: z.number() }).safeParse(found)
  if (read.success && read.data.slot === chosen.slot) return true
  markWrong(node)
  return false
}

/** True if the node no longer has the slot, as for an indexer far behind: no evidence of another chain. */
async function hasCleanedUp(chain: Chain, node: ChainNode, slot: number, call: NodeCall): Promise<boolean> {
  const first = await callNode(node, chain.counts, 'getFirstAvailableBlock', [], call)
  return typeof first === 'number' && slot < first
}

export function markWrong({ identity, label }: ChainNode): void {
  if (identity.state === 'wrong') return
  identity.state = 'wrong'
  log('warn', 'a chain node is on another chain than the indexer, and is not asked again', { upstream: label })
}
