import 'server-only'
import type { ChainReplaced } from '../../api/status'
import { nowIso } from '../../platform/clock'
import { log } from '../../platform/log'
import { once } from '../../platform/once'
import { parseHash } from '../../rpc-client/solana/chain-identity'
import { forgetShown } from '../cache/answered-by'
import { memory } from '../cache/cache'
import { forgetBlockTimes } from '../indexer/block-times'
import { callNode } from './call'
import type { Chain, ChainNode, NodeCall } from './node'
import { storedTransactions } from './stored-transactions'

/* A reset local validator is another chain at the same URL: drops data of the old chain, and records when. */

export async function genesisHashOf({ counts }: Chain, node: ChainNode, call: NodeCall): Promise<string> {
  return parseHash(await callNode(node, counts, 'getGenesisHash', [], call))
}

interface KnownChain {
  genesisHash: string | null
  replaced: ChainReplaced | null
  generation: number
}

const chains = once('known chains', () => new Map<string, KnownChain>())

function knownChain(network: string): KnownChain {
  const known = chains().get(network) ?? { ...storedTransactions().chain(network), generation: 0 }
  chains().set(network, known)
  return known
}

/** null: not replaced as far as known by processes on this DATA_DIR. */
export function chainReplaced(network: string): ChainReplaced | null {
  return chains.existing()?.get(network)?.replaced ?? null
}

export function knownGenesis(network: string): string | null {
  return knownChain(network).genesisHash
}

/** Changes when the chain is replaced. For cache keys. */
export function chainGeneration(network: string): number {
  return chains.existing()?.get(network)?.generation ?? 0
}

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

export function forgetChain(network: string): void {
  memory().forget(network)
  forgetShown(network)
  forgetBlockTimes(network)
}
