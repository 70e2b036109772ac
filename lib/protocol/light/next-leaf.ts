/*
 * How many leaves the chain has given out in a state tree, as the account says that counts them. Offsets from the account
 * files that facts/litesvm.md names, and from those accounts after the real programs had appended leaves.
 */

/** Tree types of state trees. facts/light-events.md 1. */
const STATE_V1 = 1
const STATE_V2 = 3

/** How the account begins that counts, and where its next leaf index stands as a little-endian u64. */
const COUNTERS = new Map([
  // Behind 8 bytes of discriminator, 216 of metadata, and the tree's height and canopy: the next index, then its sequence number.
  [STATE_V1, { head: Buffer.from([172, 43, 172, 186, 29, 73, 219, 84]), offset: 240 }],
  // Behind 8 bytes of discriminator, 224 of metadata and six numbers about batches. A tree lags behind its queue.
  [STATE_V2, { head: Buffer.from('queueacc'), offset: 280 }],
])

/** As many bytes of an account as are read here, from its beginning. */
export const COUNTING_BYTES = 288

/** The key of the account that counts the leaves of a tree: itself (v1), or its output queue (v2). Null for other trees. */
export function countingAccount(tree: { tree: Uint8Array; treeType: number; queue: Uint8Array }): Uint8Array | null {
  if (tree.treeType === STATE_V1) return tree.tree
  return tree.treeType === STATE_V2 && tree.queue.length > 0 ? tree.queue : null
}

/** The leaf index that the tree gives out next; null where the bytes are no such account. */
export function nextLeafIndex(treeType: number, account: Uint8Array): number | null {
  const counter = COUNTERS.get(treeType)
  if (!counter || account.length < COUNTING_BYTES) return null
  const bytes = Buffer.from(account.buffer, account.byteOffset, account.byteLength)
  if (!bytes.subarray(0, counter.head.length).equals(counter.head)) return null
  const next = bytes.readBigUInt64LE(counter.offset)
  // No tree has more leaves.
  return next <= 2n ** 32n ? Number(next) : null
}
