import { countersOf, eventsOf } from './events.mjs'
import { V2_TREES } from './programs.mjs'

/** Place of the transaction itself, before its inner instructions. */
const WIRE = -1

/** Trees that the first loop writes to, in the order of its counters. */
export const LOOP_TREES = V2_TREES.map(({ tree }) => tree.toBase58())

/** What each tree counts: outputs, of which leaf indices are made, and inputs, of which its nullifier queue is. */
const COUNTED = ['outputs', 'inputs']

/**
 * What has to be moved when a transaction of the loop is played in a later round: `[place, at, bytes, counter]`, a
 * little-endian number of so many bytes at `at` of the wire transaction (-1) or of an inner instruction, counted through.
 * A counter is twice the tree's place among those of the loop, plus one for inputs. Hashes and the signatures follow from what is
 * moved and need no places.
 * @throws where a transaction touches more than one tree, so that its places would not tell whose they are.
 */
export function movesOf(transaction, book, loopTrees = LOOP_TREES) {
  const events = eventsOf(transaction)
  const trees = new Set(
    events.flatMap(({ inputs, outputs }) => [
      ...outputs.map(({ tree }) => tree),
      ...inputs.map((hash) => book.accounts.get(hash)?.tree ?? outputs.find((output) => output.hash === hash)?.tree),
    ]),
  )
  // Tokens that only move on the chain.
  if (trees.size === 0 && events.length === 0) return []
  if (trees.size !== 1) throw new Error(`a transaction of the loop touches ${[...trees].join(', ')}`)
  const tree = loopTrees.indexOf([...trees][0])
  if (tree < 0) throw new Error('a transaction of the loop touches a tree that it may not')
  return [...transaction.leafPlaces.map((at) => [WIRE, at, 4, 'outputs']), ...countersOf(transaction)].map(
    ([place, at, bytes, what]) => [place, at, bytes, 2 * tree + COUNTED.indexOf(what)],
  )
}
