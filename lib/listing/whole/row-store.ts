import type { AccountItem } from '../../protocol/rpc/items'
import { listOf } from '../../protocol/rpc/methods'
import { rowBytes } from '../read/list-room'

/** Heap bytes of a row beside itself: entry, sort key and list places. Measured. */
const ENTRY_BYTES = 250

interface StoredRow {
  /** One character a byte: such texts compare like their bytes. */
  key: string
  row: AccountItem
  isProven: boolean
  isGone: boolean
}

export interface StoredPage {
  rows: AccountItem[]
  unproven: string[]
  rowsBefore: number
  next: Uint8Array | null
  previous: Uint8Array | null
}

export class RowStore {
  readonly #byHash = new Map<string, StoredRow>()
  #sorted: StoredRow[] = []
  #added: StoredRow[] = []
  #isDirty = false
  #unproven = 0
  withData = 0
  bytes = 0

  get size(): number {
    return this.#byHash.size
  }

  get unproven(): number {
    return this.#unproven
  }

  put(rows: readonly AccountItem[], isProven: boolean): void {
    for (const row of rows) {
      const known = this.#byHash.get(row.hash)
      if (known) {
        if (isProven && !known.isProven) this.#unproven--
        known.isProven ||= isProven
        continue
      }
      const { bytes } = listOf('getCompressedAccountsByOwner').sortKey(row)
      const entry = { key: Buffer.from(bytes).toString('latin1'), row, isProven, isGone: false }
      this.#byHash.set(row.hash, entry)
      this.#added.push(entry)
      this.bytes += rowBytes(row) + ENTRY_BYTES
      if (row.data) this.withData++
      if (!isProven) this.#unproven++
    }
  }

  drop(hashes: readonly string[]): void {
    for (const hash of hashes) {
      const entry = this.#byHash.get(hash)
      if (!entry) continue
      this.#byHash.delete(hash)
      entry.isGone = true
      this.#isDirty = true
      this.bytes -= rowBytes(entry.row) + ENTRY_BYTES
      if (entry.row.data) this.withData--
      if (!entry.isProven) this.#unproven--
    }
  }

  clear(): void {
    this.#byHash.clear()
    this.#sorted = []
    this.#added = []
    this.bytes = 0
  }

  page(after: Uint8Array | null, limit: number): StoredPage {
    const all = this.#inOrder()
    const from = after === null ? 0 : firstBehind(all, Buffer.from(after).toString('latin1'))
    const entries = all.slice(from, from + limit)
    const keyAt = (index: number) => {
      const entry = all[index]
      return entry ? Buffer.from(entry.key, 'latin1') : null
    }
    return {
      rows: entries.map(({ row }) => row),
      unproven: entries.filter(({ isProven }) => !isProven).map(({ row }) => row.hash),
      rowsBefore: from,
      next: from + limit < all.length ? keyAt(from + limit - 1) : null,
      previous: from > limit ? keyAt(from - limit - 1) : null,
    }
  }

  #inOrder(): readonly StoredRow[] {
    if (this.#isDirty) this.#sorted = this.#sorted.filter(({ isGone }) => !isGone)
    this.#isDirty = false
    const added = this.#added.filter(({ isGone }) => !isGone).sort((a, b) => (a.key < b.key ? -1 : 1))
    this.#added = []
    if (added.length > 0) this.#sorted = merge(this.#sorted, added)
    return this.#sorted
  }
}

function merge(a: readonly StoredRow[], b: readonly StoredRow[]): StoredRow[] {
  const merged: StoredRow[] = []
  let [i, j] = [0, 0]
  for (;;) {
    const [first, second] = [a[i], b[j]]
    if (!first || !second) return merged.concat(a.slice(i), b.slice(j))
    if (first.key <= second.key) {
      merged.push(first)
      i++
    } else {
      merged.push(second)
      j++
    }
  }
}

function firstBehind(entries: readonly StoredRow[], key: string): number {
  let [from, to] = [0, entries.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((entries[middle] as StoredRow).key <= key) from = middle + 1
    else to = middle
  }
  return from
}
