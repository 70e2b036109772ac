import 'server-only'
import type { ChainReplaced } from '../../api/status'
import { nowIso } from '../../platform/clock'
import { log } from '../../platform/log'
import { once } from '../../platform/once'
import { readHash } from '../../rpc-client/solana/chain-identity'
import { forgetShown } from '../cache/answered-by'
import { memory } from '../cache/cache'
import { forgetBlockTimes } from '../indexer/block-times'
import { callNode } from './call'
import type { Chain, ChainNode, NodeCall } from './node'
import { storedTransactions } from './stored-transactions'

/*
 * Which chain a network is on, by its genesis hash. A local validator that is reset is another chain under the same URL:
 * whatever was known of the old one is forgotten, and readers learn since when.
 */

/**
 * The genesis hash of a node, base58.
 * @throws RpcError
 */
export async function genesisHashOf({ counts }: Chain, node: ChainNode, call: NodeCall): Promise<string> {
  return readHash(await callNode(node, counts, 'getGenesisHash', [], call))
}

/** What this process knows of a network's chain. */
interface KnownChain {
  genesisHash: string | null
  replaced: ChainReplaced | null
  /** How many chains came after the first. */
  generation: number
}

const chains = once('known chains', () => new Map<string, KnownChain>())

function knownChain(network: string): KnownChain {
  const known = chains().get(network) ?? { ...storedTransactions().chain(network), generation: 0 }
  chains().set(network, known)
  return known
}

/**
 * When a network's chain was last found to be another one, by whichever process on this DATA_DIR; null: not yet, or its nodes
 * were not asked yet.
 */
export function chainReplaced(network: string): ChainReplaced | null {
  return chains.existing()?.get(network)?.replaced ?? null
}

/** The genesis hash of the chain that a network was last known to be on; null: none was seen. */
export function knownGenesis(network: string): string | null {
  return knownChain(network).genesisHash
}

/** Part of the keys under which something is remembered of a chain: it changes with the chain. */
export function chainGeneration(network: string): number {
  return chains.existing()?.get(network)?.generation ?? 0
}

/** Notes that a network is on the chain of this genesis hash; where it was on another one, that one is forgotten. */
export function noteChain(network: string, genesisHash: string): void {
  const known = knownChain(network)
  if (known.genesisHash === genesisHash) return
  const replaced = known.genesisHash === null ? null : { at: nowIso(), from: known.genesisHash, to: genesisHash }
  storedTransactions().onChain(network, genesisHash, replaced)
  const generation = known.generation + Number(replaced !== null)
  chains().set(network, { genesisHash, replaced: replaced ?? known.replaced, generation })
  if (!replaced) return
  log('warn', 'the chain was replaced by another one', { upstream: network, from: replaced.from, to: replaced.to })
  forgetChain(network)
}

/** Forgets what was answered of a network's chain. */
export function forgetChain(network: string): void {
  memory().forget(network)
  forgetShown(network)
  forgetBlockTimes(network)
}
