/* Offsets from the account files in facts/litesvm.md, confirmed after real programs had appended leaves. */

const STATE_V1 = 1
const STATE_V2 = 3

/** The counter account's first bytes, and the offset of its next leaf index (u64, little-endian). */
const COUNTERS = new Map([
  // After 8 bytes of discriminator, 216 of metadata, height and canopy.
  [STATE_V1, { head: Buffer.from([172, 43, 172, 186, 29, 73, 219, 84]), offset: 240 }],
  // In the queue, since the tree lags behind it: after 8 bytes of discriminator, 224 of metadata, six batch counters.
  [STATE_V2, { head: Buffer.from('queueacc'), offset: 280 }],
])

export const COUNTER_BYTES = 288

export function leafCounterAccount(tree: { tree: Uint8Array; treeType: number; queue: Uint8Array }): Uint8Array | null {
  if (tree.treeType === STATE_V1) return tree.tree
  return tree.treeType === STATE_V2 && tree.queue.length > 0 ? tree.queue : null
}

export function nextLeafIndex(treeType: number, account: Uint8Array): number | null {
  const counter = COUNTERS.get(treeType)
  if (!counter || account.length < COUNTER_BYTES) return null
  const bytes = Buffer.from(account.buffer, account.byteOffset, account.byteLength)
  if (!bytes.subarray(0, counter.head.length).equals(counter.head)) return null
  const next = bytes.readBigUInt64LE(counter.offset)
  return next <= 2n ** 32n ? Number(next) : null
}
