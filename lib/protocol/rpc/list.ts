import type { RowsName } from './items'
import type { SortKey } from './sort-key'

/** One of the orders in which indexers list rows, recognised by the cursor's length. design.md 5. */
export interface RowOrder {
  words: string
  cursorBytes: number
  ofKey(key: Uint8Array): Uint8Array
  ofCursor(cursor: Uint8Array): Uint8Array
  cursorOf(part: Uint8Array): Uint8Array
}

export interface UntrustedCursor {
  /** The slot that the indexer must have reached; null: the cursor holds none. */
  slot: number | null
}

export const CURSOR_WITHOUT_SLOT: UntrustedCursor = { slot: null }

export interface WiderList<Params, Row> {
  params: Params
  keeps(row: Row): boolean
}

/** Pages, cursors, cache, result checks and exports derive from this. Interface 4.3, 4.4, 4.6; design.md 5. */
export interface ListDefinition<Params, Row> {
  rows: RowsName
  /** True: fetched in chunks of 1000, cut into pages here. False: one upstream page is one page. */
  chunked: boolean
  keyBytes: number
  sortKey(row: Row): SortKey
  orders: readonly [RowOrder, ...RowOrder[]]
  /** The params that a cursor is bound to: all except slice and limit. */
  subject(params: Params): unknown
  /** Lists that contain this one, narrowest first; absent if no parameter filters. @param params without limit and cursor */
  wider?(params: Params): readonly WiderList<Params, Row>[]
  /** Why the row cannot be an answer to `params`; null: it can. facts/reliability.md (b). */
  mismatch(params: Params, row: Row): string | null
  /** null: of no known form, so not passed on to an indexer. facts/photon-wire.md 6.6. */
  parseUntrustedCursor(cursor: Uint8Array): UntrustedCursor | null
}

export const wholeBytes = (bytes: Uint8Array) => bytes
