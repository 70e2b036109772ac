import 'server-only'
import type { AnswerMeta } from '../../api/answer'
import { once } from '../../platform/once'
import { type Indexer, indexersOf } from '../networks/networks'

/*
 * Who answered, where a network has several indexers: each of them is at a slot of its own, and a reader must not be taken
 * to a lower one in silence.
 */

interface ShownAnswer {
  slot: number
  label: string
}

/** The highest slot that answers of a network were of, by its name, and whose it was. */
const shown = once('highest slots shown', () => new Map<string, ShownAnswer>())

/**
 * What an answer says of the indexer that it came from: nothing where that is the only one. Notes that it was shown.
 * @param slot the answer's; null: it has none.
 */
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

/** Forgets what an indexer has shown, by its label, or all of a network's, by its name: its slots went back. */
export function forgetShown(who: string): void {
  for (const [network, { label }] of shown()) if (label === who || network === who) shown().delete(network)
}
