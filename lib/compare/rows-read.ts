import { rowBytes } from '../listing/read/list-room'
import { type AnyItem, identityOf } from '../protocol/rpc/items'

/** A row that a side lists, and the slot of the answer that it came in. */
export interface ListedRow {
  row: AnyItem
  slot: number
}

/** What a side lists. */
export interface SideRows {
  /** By identity, each once. */
  rows: ReadonlyMap<string, ListedRow>
  /** Rows that came more than once: every copy. */
  repeated: ReadonlyMap<string, readonly ListedRow[]>
  /** Rows as they came, repeats included. */
  count: number
  /** Lowest and highest slot of its answers. */
  slots: { from: number; to: number }
  /** The slot that it had reached when all was read: its rows may be newer than their answers’ slots, never than this. */
  until: number
  /** True for a row that would be among its rows if it were live: only then does its absence say anything. */
  covers(row: AnyItem): boolean
  /** Why that is not so of all rows, in words that follow "because"; null: it is. */
  partBecause: string | null
  /** Calls that it should take to read it in parts, where its pages do not show it whole and that was not done; else null. */
  partsEstimate: number | null
}

/** Bytes of the heap that a row costs beside itself while it is compared: its places in maps and lists. Measured. */
const COMPARED_BYTES = 300

/** What has been read of a list so far. */
export class RowsRead {
  readonly #rows = new Map<string, ListedRow>()
  readonly #repeated = new Map<string, ListedRow[]>()
  #bytes = 0
  #count = 0
  #slots = { from: Number.MAX_SAFE_INTEGER, to: 0 }
  /** What else is held to read it. */
  alongside: { readonly bytes: number } | null = null

  get bytes(): number {
    return this.#bytes + (this.alongside?.bytes ?? 0)
  }

  add(rows: readonly AnyItem[], slot: number): void {
    for (const row of rows) {
      const id = identityOf(row)
      const first = this.#rows.get(id)
      const copies = this.#repeated.get(id)
      const listed = { row, slot }
      this.#bytes += rowBytes(row) + COMPARED_BYTES
      if (copies) copies.push(listed)
      else if (first) this.#repeated.set(id, [first, listed])
      else this.#rows.set(id, listed)
    }
    this.#count += rows.length
    this.#slots = { from: Math.min(this.#slots.from, slot), to: Math.max(this.#slots.to, slot) }
  }

  /** Those that are not there yet: a list in parts gives rows of its first answer again. */
  addNew(rows: readonly AnyItem[], slot: number): void {
    const added = rows.filter((row) => !this.#rows.has(identityOf(row)))
    this.add(added, slot)
  }

  /** Lets go of all of it. */
  clear(): void {
    this.#rows.clear()
    this.#repeated.clear()
    this.#bytes = 0
    this.alongside = null
  }

  ended(until: number, covered: Pick<SideRows, 'covers' | 'partBecause' | 'partsEstimate'>): SideRows {
    return {
      rows: this.#rows,
      repeated: this.#repeated,
      count: this.#count,
      slots: this.#slots,
      until: Math.max(until, this.#slots.to),
      ...covered,
    }
  }
}
