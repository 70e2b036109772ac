import { rowBytes } from '../listing/read/list-room'
import { type AnyItem, identityOf } from '../protocol/rpc/items'
import type { SideReport } from './contract'

export interface ListedRow {
  row: AnyItem
  slot: number
}

export interface SideRows extends SideReport {
  byId: ReadonlyMap<string, ListedRow>
  /** How often a row was listed, for rows listed more than once. */
  repeated: ReadonlyMap<string, number>
  slots: { from: number; to: number }
  /** The indexer's slot after the last answer: no row is newer. */
  until: number
  /** True if the side would list the row if it were live; otherwise its absence means nothing. */
  covers(row: AnyItem): boolean
}

/** Measured heap bytes for comparing a row, in addition to the row. */
const COMPARED_BYTES = 300

export class CollectedRows {
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

  /** Skips known rows: parts repeat rows of the list's first answer. */
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
