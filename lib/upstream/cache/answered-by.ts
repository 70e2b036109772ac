import 'server-only'
import type { AnswerMeta } from '../../api/answer'
import { once } from '../../platform/once'
import { type Indexer, indexersOf } from '../networks/networks'

/* Indexers of one network differ in slot: an answer from a lower slot than one already shown must say so. */

const shown = once('highest slots shown', () => new Map<string, { slot: number; label: string }>())

/** Empty if the network has one indexer. Also records the slot as shown. */
export function answeredBy(indexer: Indexer, slot: number | null): Pick<AnswerMeta, 'indexer' | 'below'> {
  const { network, label } = indexer
  if (indexersOf(network).length === 1) return {}
  const highest = shown().get(network.name)
  if (slot === null) return { indexer: label }
  if (!highest || slot >= highest.slot) {
    shown().set(network.name, { slot, label })
    return { indexer: label }
  }
  if (highest.label === label) return { indexer: label }
  return { indexer: label, below: { indexer: highest.label, slots: highest.slot - slot } }
}

export function forgetShown(who: string): void {
  for (const [network, { label }] of shown()) if (label === who || network === who) shown().delete(network)
}
