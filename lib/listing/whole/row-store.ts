import type { AccountItem } from '../../protocol/rpc/items'
import { listOf } from '../../protocol/rpc/methods'
import { rowBytes } from '../read/list-room'

/** Heap bytes of a row besides its object: map entry, sort key, list places. Measured. */
const ENTRY_BYTES = 250

interface StoredRow {
  /** One character per byte, so that texts compare like bytes. */
  key: string
  row: AccountItem
  isProven: boolean
}

export class RowStore {
  readonly #byHash = new Map<string, StoredRow>()
  #sorted: StoredRow[] = []
  #added: StoredRow[] = []
  #hasGone = false
  unproven = 0
  withData = 0
  bytes = 0

  get size(): number {
    return this.#byHash.size
  }

  put(rows: readonly AccountItem[], isProven: boolean): void {
    for (const row of rows) {
      const known = this.#byHash.get(row.hash)
      if (known) {
        if (isProven && !known.isProven) this.unproven--
        known.isProven ||= isProven
        continue
      }
      const { bytes } = listOf('getCompressedAccountsByOwner').sortKey(row)
      const entry = { key: Buffer.from(bytes).toString('latin1'), row, isProven }
      this.#byHash.set(row.hash, entry)
      this.#added.push(entry)
      this.#count(entry, 1)
    }
  }

  drop(hashes: readonly string[]): void {
    for (const hash of hashes) {
      const entry = this.#byHash.get(hash)
      if (!entry) continue
      this.#byHash.delete(hash)
      this.#hasGone = true
      this.#count(entry, -1)
    }
  }

  clear(): void {
    this.#byHash.clear()
    this.#sorted = []
    this.#added = []
    this.bytes = 0
  }

  page(after: Uint8Array | null, limit: number) {
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

  #count({ row, isProven }: StoredRow, sign: 1 | -1): void {
    this.bytes += sign * (rowBytes(row) + ENTRY_BYTES)
    if (row.data) this.withData += sign
    if (!isProven) this.unproven += sign
  }

  /** Cheap, since sorting nearly sorted rows takes linear time. */
  #inOrder(): readonly StoredRow[] {
    if (this.#added.length === 0 && !this.#hasGone) return this.#sorted
    const all = this.#sorted.concat(this.#added.sort(byKey))
    const isHere = (entry: StoredRow) => this.#byHash.get(entry.row.hash) === entry
    this.#sorted = (this.#hasGone ? all.filter(isHere) : all).sort(byKey)
    this.#added = []
    this.#hasGone = false
    return this.#sorted
  }
}

function byKey(a: StoredRow, b: StoredRow): number {
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0
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
