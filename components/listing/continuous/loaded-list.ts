import { isSameButProof } from '@/lib/account/proof/contract'
import type { Answer, AnswerMeta } from '@/lib/api/answer'
import { isProblem, type Problem } from '@/lib/api/problem'
import type { RowPosition } from '@/lib/listing/address/list-address'
import { identityOf } from '@/lib/protocol/rpc/items'
import type { ItemOf, ListMethod } from '@/lib/protocol/rpc/methods'

/** Rows of one request: a whole chunk of the gateway's, so that each costs the indexer one answer. design.md 5. */
export const CHUNK = 1000

/** Rows after which nothing more is loaded into one page: a browser's memory and its tallest element are limited. */
export const MAX_ROWS = 100_000

/** Characters of account data after which nothing more is loaded: a few accounts of a megabyte fill a browser too. */
export const MAX_DATA_CHARS = 32_000_000

/** A row of any list, as its operation answers it. */
export type LoadedItem = ItemOf<ListMethod>

/** The rows loaded of a list, with their state. Immutable: each step makes a new one. */
export interface LoadedRows<Item extends LoadedItem> {
  rows: readonly Item[]
  /** Cursor of what follows; null at the list's end. */
  cursor: string | null
  /** Of the newest answer; its completeness covers everything before it, because cursors carry it. */
  meta: AnswerMeta
  /** Lowest and highest slot that rows were answered at; null where none was named. */
  slots: { from: number; to: number } | null
  /** When the oldest answer came, ISO 8601. */
  since: string
  /** The first of the answers that was not current; null: all were. */
  old: AnswerMeta | null
  /** Rows that came twice, left out by the gateway or here. */
  repeats: number
  loading: boolean
  /** Why loading stopped; what was loaded stays. Null while all is well. */
  problem: Problem | null
  /** Why nothing more is loaded although the end was not reached. */
  stopped: 'full' | 'stuck' | null
}

/** A list that is loaded piece by piece: its rows, each once, and how to load more. */
export class LoadedList<M extends ListMethod> {
  #state: LoadedRows<ItemOf<M>>
  readonly #places = new Map<string, number>()
  readonly #starts: { index: number; cursor: string | null }[]
  readonly #listeners = new Set<() => void>()
  #repeatsHere = 0
  #dataChars = 0

  /**
   * @param first the answer that the page came with.
   * @param startCursor the cursor it was requested with.
   * @param ask requests the next `CHUNK` rows; rejects with a ProblemError.
   * @param prove requests the same rows with their proofs, which costs the indexer nothing; null: these rows have none.
   */
  constructor(
    first: Answer<M>,
    startCursor: string | null,
    private readonly ask: (cursor: string) => Promise<Answer<M>>,
    private readonly prove: ((cursor: string) => Promise<Answer<M>>) | null = null,
  ) {
    this.#starts = [{ index: 0, cursor: startCursor }]
    const { meta } = first
    this.#state = {
      rows: [],
      cursor: null,
      meta,
      slots: null,
      since: meta.fetchedAt,
      old: null,
      repeats: 0,
      loading: false,
      problem: null,
      stopped: null,
    }
    this.#state = this.#with(first)
  }

  /** For useSyncExternalStore. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** For useSyncExternalStore. */
  readonly read = (): LoadedRows<ItemOf<M>> => this.#state

  /** Index of a row by its hash or signature; undefined when it is not loaded. */
  indexOf(identity: string): number | undefined {
    return this.#places.get(identity)
  }

  /** Cursor of the piece that holds the row at `index`: a page that starts there holds the row or comes close. */
  startBefore(index: number): string | null {
    return this.#starts.findLast((start) => start.index <= index)?.cursor ?? null
  }

  /** Number of answers in it. */
  get pieces(): number {
    return this.#starts.length
  }

  /** True when another piece can be requested now. */
  get canLoad(): boolean {
    const { cursor, loading, stopped } = this.#state
    return cursor !== null && !loading && stopped === null
  }

  /** Loads the next piece. After a failure it resumes where it stopped. */
  async load(): Promise<void> {
    const { cursor } = this.#state
    if (cursor === null || !this.canLoad) return
    this.#set({ ...this.#state, loading: true, problem: null })
    try {
      const answer = await this.ask(cursor)
      this.#starts.push({ index: this.#state.rows.length, cursor })
      this.#set({ ...this.#with(answer), loading: false })
      void this.#bringProofs(cursor)
    } catch (error) {
      if (!isProblem(error)) throw error
      this.#set({ ...this.#state, loading: false, problem: error.problem })
    }
  }

  /** Proofs come after the rows, and stay out where they cannot be had. */
  async #bringProofs(cursor: string): Promise<void> {
    const answer = await this.prove?.(cursor).catch(() => null)
    if (answer) this.takeProofs(answer)
  }

  /** Takes over the proofs of rows that are the same but for them. */
  takeProofs(answer: Answer<M>): void {
    const rows = [...this.#state.rows]
    for (const row of answer.result.value.items as readonly ItemOf<M>[]) {
      const place = this.#places.get(identityOf(row))
      const known = place === undefined ? undefined : rows[place]
      if (place !== undefined && known && isSameButProof(known, row)) rows[place] = row
    }
    this.#set({ ...this.#state, rows })
  }

  #set(state: LoadedRows<ItemOf<M>>): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  #with({ result, meta }: Answer<M>): LoadedRows<ItemOf<M>> {
    const items: readonly ItemOf<M>[] = result.value.items
    const fresh: ItemOf<M>[] = []
    for (const item of items) {
      const identity = identityOf(item)
      if (this.#places.has(identity)) continue
      this.#places.set(identity, this.#state.rows.length + fresh.length)
      this.#dataChars += dataCharsOf(item)
      fresh.push(item)
    }
    this.#repeatsHere += items.length - fresh.length
    const { slots, rows } = this.#state
    const cursor = result.value.cursor
    const all = [...rows, ...fresh]
    const isFull = all.length >= MAX_ROWS || this.#dataChars >= MAX_DATA_CHARS
    // Only repeats: whatever follows would be more of them.
    const isStuck = fresh.length === 0 && items.length > 0
    return {
      ...this.#state,
      rows: all,
      cursor,
      meta,
      slots:
        meta.slot === null
          ? slots
          : { from: Math.min(slots?.from ?? meta.slot, meta.slot), to: Math.max(slots?.to ?? 0, meta.slot) },
      old: this.#state.old ?? (meta.state === 'stale' ? meta : null),
      repeats: this.#repeatsHere + (meta.repeatsRemoved ?? 0),
      stopped: cursor === null ? null : isStuck ? 'stuck' : isFull ? 'full' : null,
    }
  }
}

function dataCharsOf(item: LoadedItem): number {
  const account = 'account' in item ? item.account : 'hash' in item ? item : null
  return account?.data?.data.length ?? 0
}

/** Where a place in a link leads: a row; `exact` is false where that row is gone and its number is used. */
export type RestoredPlace = { index: number; exact: boolean }

/**
 * Finds a place among the loaded rows. Null: it may still come, load on. A row may have moved: one more piece behind its
 * number is searched before it counts as gone.
 * @param rowsBefore rows of the list before the first one loaded.
 */
export function findPlace(
  list: { indexOf(identity: string): number | undefined; read(): LoadedRows<LoadedItem> },
  { number, identity }: RowPosition,
  rowsBefore: number,
): RestoredPlace | null {
  const { rows, cursor, stopped } = list.read()
  const atNumber = Math.max(0, number - 1 - rowsBefore)
  const atIdentity = identity === null ? undefined : list.indexOf(identity)
  if (atIdentity !== undefined) return { index: atIdentity, exact: true }
  if (identity === null && atNumber < rows.length) return { index: atNumber, exact: true }
  const allSeen = cursor === null || stopped !== null
  if (rows.length === 0 || !(allSeen || atNumber + CHUNK < rows.length)) return null
  return { index: Math.min(atNumber, rows.length - 1), exact: false }
}
