import type { RowsName } from './items'
import type { SortKey } from './sort-key'

/** An order of an indexer's rows, recognised by its cursor's length. design.md 5. */
export interface Order {
  words: string
  cursorBytes: number
  ofKey(key: Uint8Array): Uint8Array
  ofCursor(cursor: Uint8Array): Uint8Array
  cursorOf(part: Uint8Array): Uint8Array
}

export interface StrangersCursor {
  /** The slot that the indexer must have reached; null: the cursor holds none. */
  slot: number | null
}

export const WITHOUT_SLOT: StrangersCursor = { slot: null }

export interface Wider<Params, Row> {
  params: Params
  keeps(row: Row): boolean
}

/** Pages, cursors, cache, result checks and exports derive from it. Interface 4.3, 4.4, 4.6; design.md 5. */
export interface List<Params, Row> {
  rows: RowsName
  /** True: fetched in chunks of 1000, cut into pages here. False: one upstream page is one page. */
  chunked: boolean
  keyBytes: number
  sortKey(row: Row): SortKey
  orders: readonly [Order, ...Order[]]
  /** What a cursor belongs to: slice and limit are not part of it. */
  subject(params: Params): unknown
  /** Lists that contain this one, narrowest first; absent where no parameter narrows it. `params`: without limit and cursor. */
  wider?(params: Params): readonly Wider<Params, Row>[]
  /** Why a row belongs to another request; null: nothing shows it. facts/reliability.md (b). */
  mismatch(params: Params, row: Row): string | null
  /** Null unless a cursor of a known form: nothing else is passed on to an indexer (facts/photon-wire.md 6.6). */
  strangers(cursor: Uint8Array): StrangersCursor | null
}

export const whole = (bytes: Uint8Array) => bytes
