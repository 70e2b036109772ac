import { type AnyItem, identityOf } from '../../rpc/items'

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

/** What has been read of a list so far. */
export class RowsRead {
  readonly #copies = new Map<string, ListedRow[]>()
  #count = 0
  #slots = { from: Number.MAX_SAFE_INTEGER, to: 0 }

  add(rows: readonly AnyItem[], slot: number): void {
    for (const row of rows) {
      const copies = this.#copies.get(identityOf(row))
      if (copies) copies.push({ row, slot })
      else this.#copies.set(identityOf(row), [{ row, slot }])
    }
    this.#count += rows.length
    this.#slots = { from: Math.min(this.#slots.from, slot), to: Math.max(this.#slots.to, slot) }
  }

  /** Those that are not there yet: a list in parts gives rows of its first answer again. */
  addNew(rows: readonly AnyItem[], slot: number): void {
    const added = rows.filter((row) => !this.#copies.has(identityOf(row)))
    this.add(added, slot)
  }

  ended(until: number, covered: Pick<SideRows, 'covers' | 'partBecause' | 'partsEstimate'>): SideRows {
    return {
      rows: new Map([...this.#copies].map(([id, [first]]) => [id, first as ListedRow])),
      repeated: new Map([...this.#copies].filter(([, copies]) => copies.length > 1)),
      count: this.#count,
      slots: this.#slots,
      until: Math.max(until, this.#slots.to),
      ...covered,
    }
  }
}
