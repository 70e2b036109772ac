import type { RowsName } from './items'
import type { SortKey } from './sort-key'

/** An order in which an indexer may continue, told by the length of its cursor. design.md 5. */
export interface Order {
  /** What rows are sorted by, in words. */
  words: string
  /** Bytes of a cursor that continues in this order. */
  cursorBytes: number
  /** The part of a sort key that this order compares. */
  ofKey(key: Uint8Array): Uint8Array
  /** The same part of a cursor. */
  ofCursor(cursor: Uint8Array): Uint8Array
  /** The cursor that continues behind a row of which `ofKey` is this part; the way back of `ofCursor`. */
  cursorOf(part: Uint8Array): Uint8Array
}

/** What an indexer's cursor that nobody vouches for asks of the indexer. */
export interface StrangersCursor {
  /** Slot that the indexer must have reached before it is asked for this place; null: none is in it. */
  slot: number | null
}

/** A cursor that holds no slot: the indexer may be asked for it whatever it has reached. */
export const WITHOUT_SLOT: StrangersCursor = { slot: null }

/** A list that holds all rows of another one. */
export interface Wider<Params, Row> {
  /** Asks for it. */
  params: Params
  /** True for its rows that are also in the other list. */
  keeps(row: Row): boolean
}

/**
 * What a list is, said once with its operation: pages, cursors, the memory, the check of an answer, exports, sharing and
 * the stand-in of the tests derive from it. Interface 4.3, 4.4, 4.6; design.md 5.
 */
export interface List<Params, Row> {
  /** What its rows are: their identity, their columns and their table follow. */
  rows: RowsName
  /** True: asked in chunks of 1000 that are cut into pages here. False: one upstream page is one page. */
  chunked: boolean
  /** Length of a sort key. */
  keyBytes: number
  sortKey(row: Row): SortKey
  /** Orders that are known, the usual one first. */
  orders: readonly [Order, ...Order[]]
  /** What makes one list differ from another: a cursor belongs to it. Slice and limit do not. */
  subject(params: Params): unknown
  /**
   * The lists that this one is a part of, narrowest first, each with the test that its rows must pass to be in this one; left
   * out where no parameter narrows it. `params`: without limit and cursor.
   */
  wider?(params: Params): readonly Wider<Params, Row>[]
  /** What shows that a row answers another question, in words; null: nothing does. facts/reliability.md (b). */
  mismatch(params: Params, row: Row): string | null
  /**
   * Reads an indexer's cursor that nobody vouches for. Null for all that is not exactly of a form that indexers of this
   * list give: nothing else of a stranger's is passed on to one (facts/photon-wire.md 6.6 tells why).
   */
  strangers(cursor: Uint8Array): StrangersCursor | null
}

/** The part that an order compares where it compares all of a key or cursor. */
export const whole = (bytes: Uint8Array) => bytes
