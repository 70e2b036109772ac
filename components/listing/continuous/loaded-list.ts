import { equalsIgnoringProof } from '@/lib/account/proof/contract'
import type { Answer, AnswerMeta } from '@/lib/api/answer'
import type { Pages } from '@/lib/api/rpc-pages'
import type { RowPosition } from '@/lib/listing/address/list-address'
import { type AnyItem, identityOf } from '@/lib/protocol/rpc/items'
import type { ItemOf, ListMethod } from '@/lib/protocol/rpc/methods'

/** Rows per request: one chunk of the gateway, so that each request costs the indexer one call. design.md 5. */
export const CHUNK = 1000

/** Browsers limit memory and element height. */
export const MAX_ROWS = 100_000

/** Limit on characters of account data: a few accounts of a megabyte fill a browser too. */
export const MAX_DATA_CHARS = 32_000_000

/** Immutable except for `places`, which is shared with the lists that grow from this one. */
export interface JoinedList<M extends ListMethod> extends Pages<M> {
  rows: readonly ItemOf<M>[]
  /** Index by hash or signature; may hold rows of a longer list, see indexIn(). */
  places: Map<string, number>
  starts: readonly number[]
  dataChars: number
  cursor: string | null
  /** From the newest response; its completeness covers the pages before it, because cursors carry it. */
  meta: AnswerMeta
  slots: readonly number[]
  old: AnswerMeta | null
  /** Duplicate rows, removed by the gateway or here. */
  repeats: number
  stopped: 'full' | 'stuck' | null
}

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

export function withProofs<M extends ListMethod>(page: Answer<M>, proven: Answer<M>): Answer<M> {
  const others = new Map(itemsOf(proven).map((row) => [identityOf(row), row]))
  const items = itemsOf(page).map((row) => {
    const other = others.get(identityOf(row))
    return other && equalsIgnoringProof(row, other) ? other : row
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

export function indexIn(
  { rows, places }: { rows: readonly AnyItem[]; places: ReadonlyMap<string, number> },
  identity: string,
): number | undefined {
  const index = places.get(identity)
  const row = index === undefined ? undefined : rows[index]
  return row && identityOf(row) === identity ? index : undefined
}

export function startBefore({ starts, pageParams }: JoinedList<ListMethod>, index: number): string | null {
  return pageParams[starts.findLastIndex((start) => start <= index)] ?? null
}

/** `exact` is false where the row is gone and its number is used. */
export type RestoredPlace = { index: number; exact: boolean }

/**
 * Null: not loaded yet. A row may have moved: one more page after its number is searched before it counts as gone.
 * @param rowsBefore rows of the list before the first loaded one
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
