import { rowBytes } from '../listing/read/list-room'
import { type AnyItem, identityOf } from '../protocol/rpc/items'
import type { SideFacts } from './contract'

export interface ListedRow {
  row: AnyItem
  slot: number
}

export interface SideRows extends SideFacts {
  byId: ReadonlyMap<string, ListedRow>
  /** How often a row was listed, where that is more than once. */
  repeated: ReadonlyMap<string, number>
  slots: { from: number; to: number }
  /** The slot reached after the last answer: no row is newer, though it may be newer than its answer's slot. */
  until: number
  /** True where the row would be listed if it were live: only then its absence counts. */
  covers(row: AnyItem): boolean
}

/** Heap bytes of a row beside itself while it is compared; measured. */
const COMPARED_BYTES = 300

export class RowsRead {
  readonly byId = new Map<string, ListedRow>()
  readonly repeated = new Map<string, number>()
  rows = 0
  slots = { from: Number.MAX_SAFE_INTEGER, to: 0 }
  #bytes = 0
  alongside: { readonly bytes: number } | null = null

  get bytes(): number {
    return this.#bytes + (this.alongside?.bytes ?? 0)
  }

  add(rows: readonly AnyItem[], slot: number): void {
    for (const row of rows) {
      const id = identityOf(row)
      if (this.byId.has(id)) {
        this.repeated.set(id, (this.repeated.get(id) ?? 1) + 1)
        continue
      }
      this.byId.set(id, { row, slot })
      this.#bytes += rowBytes(row) + COMPARED_BYTES
    }
    this.rows += rows.length
    this.slots = { from: Math.min(this.slots.from, slot), to: Math.max(this.slots.to, slot) }
  }

  /** Skips known rows: a list in parts repeats rows of its first answer. */
  addNew(rows: readonly AnyItem[], slot: number): void {
    const added = rows.filter((row) => !this.byId.has(identityOf(row)))
    this.add(added, slot)
  }

  clear(): void {
    this.byId.clear()
    this.repeated.clear()
    this.#bytes = 0
    this.alongside = null
  }
}
