/** Indexes of the fewest rows without which the rest strictly ascends: one changed field can misplace a row. */
export function misplaced(keys: readonly Uint8Array[]): Set<number> {
  // Patience sorting: ends[n] is the index of the smallest key that ends n + 1 ascending rows.
  const ends: number[] = []
  const before: number[] = []
  for (const [i, key] of keys.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (Buffer.compare(keys[ends[middle] as number] as Uint8Array, key) < 0) low = middle + 1
      else high = middle
    }
    before.push(low > 0 ? (ends[low - 1] as number) : -1)
    ends[low] = i
  }
  const out = new Set(keys.keys())
  for (let i = ends.at(-1) ?? -1; i >= 0; i = before[i] as number) out.delete(i)
  return out
}
