import { isSameButProof } from '@/lib/account/proof/contract'
import type { Answer, AnswerMeta } from '@/lib/api/answer'
import type { Pages } from '@/lib/api/rpc-pages'
import type { RowPosition } from '@/lib/listing/address/list-address'
import { type AnyItem, identityOf } from '@/lib/protocol/rpc/items'
import type { ItemOf, ListMethod } from '@/lib/protocol/rpc/methods'

/** Rows of one request: a whole chunk of the gateway's, so that each costs the indexer one answer. design.md 5. */
export const CHUNK = 1000

/** Rows after which nothing more is loaded into one page: a browser's memory and its tallest element are limited. */
export const MAX_ROWS = 100_000

/** Characters of account data after which nothing more is loaded: a few accounts of a megabyte fill a browser too. */
export const MAX_DATA_CHARS = 32_000_000

/** Pages of a list as one. Immutable but for `places`, which it shares with the list that it grows into. */
export interface JoinedList<M extends ListMethod> extends Pages<M> {
  /** Each row once. */
  rows: readonly ItemOf<M>[]
  /** Where a row may be, by its hash or signature: see indexIn(). */
  places: Map<string, number>
  /** Where each page begins. */
  starts: readonly number[]
  /** Characters of account data in its rows. */
  dataChars: number
  /** Cursor of what follows; null at the list's end. */
  cursor: string | null
  /** Of the newest answer; its completeness covers everything before it, because cursors carry it. */
  meta: AnswerMeta
  /** Slots that rows were answered at; empty where none was named. */
  slots: readonly number[]
  /** The first of the answers that was not current; null: all were. */
  old: AnswerMeta | null
  /** Rows that came twice, left out by the gateway or here. */
  repeats: number
  /** Why nothing more is loaded although the end was not reached. */
  stopped: 'full' | 'stuck' | null
}

/** The list that pages make, out of what the first of them made before: each page is joined once. */
export function joinPages<M extends ListMethod>(
  before: JoinedList<M> | undefined,
  { pages, pageParams }: Pages<M>,
): JoinedList<M> {
  const { places, starts, ...known } = before ?? { places: new Map(), starts: [], rows: [], dataChars: 0 }
  const rows = [...known.rows]
  let dataChars = known.dataChars
  const begins = [...starts]
  for (const [i, page] of pages.entries()) {
    const same = before?.pages[i]
    if (same === page) continue
    if (same) {
      // With its proofs.
      const proven = new Map(itemsOf(same).map((row, i) => [row, itemsOf(page)[i]]))
      const start = starts[i] ?? 0
      for (const [j, row] of rows.slice(start, starts[i + 1]).entries()) rows[start + j] = proven.get(row) ?? row
      continue
    }
    begins.push(rows.length)
    for (const item of itemsOf(page)) {
      const identity = identityOf(item)
      if (indexIn({ rows, places }, identity) !== undefined) continue
      places.set(identity, rows.length)
      dataChars += dataCharsOf(item)
      rows.push(item)
    }
  }
  const newest = pages.at(-1) as Answer<M>
  const { cursor } = newest.result.value
  const isFull = rows.length >= MAX_ROWS || dataChars >= MAX_DATA_CHARS
  // Only repeats: whatever follows would be more of them.
  const isStuck = begins.at(-1) === rows.length && itemsOf(newest).length > 0
  const came = pages.reduce((rows, page) => rows + itemsOf(page).length, newest.meta.repeatsRemoved ?? 0)
  return {
    ...{ pages, pageParams, rows, places, starts: begins, dataChars, cursor, meta: newest.meta },
    slots: pages.flatMap(({ meta }) => meta.slot ?? []),
    old: pages.find(({ meta }) => meta.state === 'stale')?.meta ?? null,
    repeats: came - rows.length,
    stopped: cursor === null ? null : isStuck ? 'stuck' : isFull ? 'full' : null,
  }
}

/** A page with the proofs of those of its rows that are the same but for them. */
export function withProofs<M extends ListMethod>(page: Answer<M>, proven: Answer<M>): Answer<M> {
  const others = new Map(itemsOf(proven).map((row) => [identityOf(row), row]))
  const items = itemsOf(page).map((row) => {
    const other = others.get(identityOf(row))
    return other && isSameButProof(row, other) ? other : row
  })
  return { ...page, result: { ...page.result, value: { ...page.result.value, items } } }
}

function itemsOf<M extends ListMethod>(page: Answer<M>): readonly ItemOf<M>[] {
  return page.result.value.items
}

function dataCharsOf(item: AnyItem): number {
  const account = 'account' in item ? item.account : 'hash' in item ? item : null
  return account?.data?.data.length ?? 0
}

/** Index of a row by its hash or signature; undefined when it is not loaded. */
export function indexIn(
  { rows, places }: { rows: readonly AnyItem[]; places: ReadonlyMap<string, number> },
  identity: string,
): number | undefined {
  const index = places.get(identity)
  const row = index === undefined ? undefined : rows[index]
  // A list that this one grew into may have it.
  return row && identityOf(row) === identity ? index : undefined
}

/** Cursor of the page that holds the row at `index`: one that starts there holds the row or comes close. */
export function startBefore({ starts, pageParams }: JoinedList<ListMethod>, index: number): string | null {
  return pageParams[starts.findLastIndex((start) => start <= index)] ?? null
}

/** Where a place in a link leads: a row; `exact` is false where that row is gone and its number is used. */
export type RestoredPlace = { index: number; exact: boolean }

/**
 * Finds a place among the loaded rows. Null: it may still come, load on. A row may have moved: one more page behind its
 * number is searched before it counts as gone.
 * @param rowsBefore rows of the list before the first one loaded.
 */
export function findPlace(
  list: Pick<JoinedList<ListMethod>, 'rows' | 'places' | 'cursor' | 'stopped'>,
  { number, identity }: RowPosition,
  rowsBefore: number,
): RestoredPlace | null {
  const { rows, cursor, stopped } = list
  const atNumber = Math.max(0, number - 1 - rowsBefore)
  const atIdentity = identity === null ? undefined : indexIn(list, identity)
  if (atIdentity !== undefined) return { index: atIdentity, exact: true }
  if (identity === null && atNumber < rows.length) return { index: atNumber, exact: true }
  const allSeen = cursor === null || stopped !== null
  if (rows.length === 0 || !(allSeen || atNumber + CHUNK < rows.length)) return null
  return { index: Math.min(atNumber, rows.length - 1), exact: false }
}
