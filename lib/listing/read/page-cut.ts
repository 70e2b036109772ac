import 'server-only'
import type { AnswerMeta } from '../../api/answer'
import { formatCount } from '../../format/numbers'
import { isRpcError } from '../../protocol/rpc/failure'
import type { AnyItem } from '../../protocol/rpc/items'
import type { RowOrder } from '../../protocol/rpc/list'
import type { AnyList } from '../../protocol/rpc/methods'
import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import type { CachedValue, StaleReason } from '../../upstream/cache/memory'
import type { IncompleteReason } from '../../upstream/indexer/call-counts'
import { type Position, wrongListError } from '../cursor/cursor'
import { findIndexAfter, keepsOrder } from '../cursor/order'
import type { Chunk } from './chunk'
import { ListReader, MAX_WALK } from './list-reader'

/** Rows skipped in search of an unsigned place: bounds the chunks that one request can read. */
const MAX_ROWS_SKIPPED = 2 * MAX_LIMIT

type LoadedChunk = Chunk & Pick<CachedValue<Chunk>, 'freshUntil' | 'trouble'>

export interface PageEnd {
  next: Position | null
  reachedEnd: boolean
  stopped?: string
}

const TOO_MANY_CHUNKS = `the listing stopped after ${MAX_WALK} responses and the indexer still has more`
const LOOP = 'the listing stopped because the indexer repeats itself'
const LOST_PLACE = 'the row before this page is gone and the indexer’s sort order is unknown, so rows may be missing'
const BROKEN_BEFORE = 'the indexer pages in a different order than it sorts, so it skips rows'
const WHOLE = "the indexer's first answer held the whole list"
const IN_ORDER = 'the end was reached, and every response kept the order of its cursor'
const SO_FAR = 'every row so far is in cursor order; the end has not been reached yet'
const JOINED = 'the list starts at a cursor from elsewhere, so earlier rows may be missing'
const MOVED = 'the list went on with another indexer after the one that began it failed, so rows may be missing'
const UNPROVEN = "the indexer's cursor does not tell its order, so nothing proves that no row is missing"

/** Cuts a page from chunks. With `limit` Infinity the whole list is one page. */
export class PageCut {
  rows: AnyItem[] = []
  slot = Number.MAX_SAFE_INTEGER
  fetchedAt = ''
  fetchedMs = Number.POSITIVE_INFINITY
  freshUntil = Number.POSITIVE_INFINITY
  revalidateMs = Number.POSITIVE_INFINITY
  onErrorMs = Number.POSITIVE_INFINITY
  trouble: StaleReason | null = null
  weight = 0
  firstChunk: Chunk | null = null
  firstRow: { key: Uint8Array; order: RowOrder } | null = null

  readonly #reader: ListReader<LoadedChunk>
  #single = false
  #indexInSingle = 0
  /** Null: the list continues after that chunk. */
  #rowsBehind: number | null = null
  #drained = 0
  #lastKey: Uint8Array | null
  readonly #isMoved: boolean

  constructor(
    private readonly kind: AnyList,
    private readonly start: Position,
    private readonly limit: number,
    /** @param rows how many are needed, if only to see whether more follow */
    private readonly load: (upstream: string | null, rows?: number) => Promise<CachedValue<Chunk>>,
    /** True if the page replaces a cached one, which a shorter page must not. */
    private readonly replaces: boolean,
    /** False: `start` is unsigned, so that the page shows nothing of it before the indexer has answered. */
    private readonly given = true,
    /** True: cursors name the row before them, so that another indexer can find it. */
    private readonly namesRow = false,
  ) {
    const ask = async (upstream: string | null) => {
      const { value, freshUntil, trouble } = await load(upstream)
      return { ...value, freshUntil, trouble }
    }
    this.#reader = new ListReader(kind, ask, start.upstream, start.orderStatus)
    this.#lastKey = start.after ?? start.behind ?? null
    this.#isMoved = start.moved === true
  }

  async fill(): Promise<PageEnd> {
    const steps = this.steps()
    for (;;) {
      const step = await steps.next()
      if (step.done) return step.value
    }
  }

  async *steps(): AsyncGenerator<Position, PageEnd> {
    const reader = this.#reader
    let { after } = this.start
    let passed = 0
    let search = this.#isMoved && reader.upstream === null && after !== null ? new RowSearch() : null
    for (;;) {
      const { orderStatus } = reader
      const chunk = await this.#enter()
      if (chunk === 'unavailable') return { next: this.#place(null, orderStatus), reachedEnd: false }
      if (chunk === 'too many') return { next: null, reachedEnd: false, stopped: TOO_MANY_CHUNKS }

      const place = after && findIndexAfter(chunk.keys, after, chunk.order.sorted)
      if (search && place) {
        const isLast = chunk.cursor === null || reader.isStuck(chunk)
        const next = search.next(place, chunk, reader, isLast)
        if (next === 'too far') return { next: null, reachedEnd: false, stopped: TOO_MANY_CHUNKS }
        if (next !== 'on') search = null
        if (next === 'on') reader.leave(chunk)
        else if (next === 'lost') {
          reader.worsen('broken', LOST_PLACE)
          reader.upstream = null
          after = null
        } else if (next !== 'here') reader.upstream = next.upstream
        if (next !== 'here') continue
      }
      if (this.#single) this.#indexInSingle = place?.index ?? 0
      if (place?.by === 'nothing') {
        if (!this.given) throw wrongListError()
        reader.worsen('broken', LOST_PLACE)
      }
      const cut = this.#take(chunk, place?.index ?? 0)
      if (cut) return { next: this.#place(cut.after, orderStatus), reachedEnd: chunk.cursor === null }
      if (chunk.cursor === null) return { next: null, reachedEnd: true }
      if (reader.isStuck(chunk)) return { next: null, reachedEnd: false, stopped: LOOP }

      reader.leave(chunk)
      // Chunks may have shrunk: in a sorted list, the page then starts in a later one.
      const ahead = place?.by === 'order' && place.index === chunk.rows.length && keepsOrder(reader.orderStatus)
      if (!ahead) after = null
      if (ahead && !this.given) {
        passed += chunk.rows.length
        if (!this.kind.chunked || passed >= MAX_ROWS_SKIPPED) throw wrongListError()
        continue
      }
      const next = this.#place(after)
      if (!this.kind.chunked && !this.#isWhole) return { next, reachedEnd: false }
      if (this.rows.length === this.limit && keepsOrder(reader.orderStatus)) return this.#endOrMore(next)
      yield next
    }
  }

  /** The chunk ended with the page: requests one more row, to know whether there is a next page. */
  async #endOrMore(next: Position): Promise<PageEnd> {
    try {
      const { value: behind } = await this.load(next.upstream, 1)
      const isEnd = behind.rows.length === 0 && behind.cursor === null
      return { next: isEnd ? null : next, reachedEnd: isEnd }
    } catch (error) {
      if (isRpcError(error)) return { next, reachedEnd: false }
      throw error
    }
  }

  drain(): AnyItem[] {
    const { rows } = this
    this.rows = []
    this.#drained += rows.length
    return rows
  }

  /** design.md 4.4. */
  completeness({ reachedEnd, stopped }: PageEnd): Pick<AnswerMeta, 'complete' | 'completeReason' | 'moved'> {
    const { repeats } = this
    const removed = repeats === 0 ? '' : `; ${formatCount(repeats, 'repeat')} removed so far`
    const because = (reason: string) => ({ completeReason: reason + removed })
    const moved = this.#isMoved && { moved: true as const }
    const worse = (reason: string) => ({ ...because(moved ? `${reason}; ${MOVED}` : reason), ...moved })
    if (stopped) return { complete: false, ...worse(stopped) }
    if (this.#reader.orderStatus === 'broken') return { complete: false, ...worse(this.#reader.lacks ?? BROKEN_BEFORE) }
    if (moved) return { complete: null, ...because(MOVED), ...moved }
    if (this.#reader.orderStatus === 'joined' || !this.given) return { complete: null, ...because(JOINED) }
    if (this.#single) return { complete: true, ...because(WHOLE) }
    if (this.#reader.orderStatus === 'unproven') return { complete: null, ...because(UNPROVEN) }
    return reachedEnd ? { complete: true, ...because(IN_ORDER) } : { complete: null, ...because(SO_FAR) }
  }

  /** If one chunk is the whole list, it shows the rows before the page; a cursor holds an older count. */
  count(end: PageEnd): Pick<AnswerMeta, 'total' | 'rowsBefore'> {
    if (this.#isMoved || this.completeness(end).complete === false) return {}
    if (this.#single && this.firstChunk) {
      const rowsBefore = this.#indexInSingle
      const total = this.firstChunk.rows.length
      return rowsBefore === this.start.rowsBefore ? { total } : { total, rowsBefore }
    }
    const rowsBehind = end.next === null && end.reachedEnd ? 0 : this.#rowsBehind
    const upToHere = this.#rowsAfter
    return upToHere === null || rowsBehind === null ? {} : { total: upToHere + rowsBehind }
  }

  incompleteBecause({ stopped }: PageEnd): IncompleteReason | null {
    if (stopped) return stopped === LOOP ? 'cursor_loop' : 'too_many_chunks'
    if (this.#reader.orderStatus !== 'broken') return null
    return this.#reader.lacks === LOST_PLACE ? 'place_lost' : 'order_broken'
  }

  get repeats(): number {
    return this.#reader.repeats
  }

  /** True while rows are in the order that their cursors imply, so that none can be repeated. */
  get isOrdered(): boolean {
    return this.#reader.orderStatus === 'ordered'
  }

  get #rowsAfter(): number | null {
    const { rowsBefore } = this.start
    return rowsBefore === null ? null : rowsBefore + this.#drained + this.rows.length
  }

  get #isWhole(): boolean {
    return this.limit === Number.POSITIVE_INFINITY
  }

  #place(after: Uint8Array | null, orderStatus = this.#reader.orderStatus): Position {
    const behind = this.namesRow && after === null ? this.#lastKey : null
    const more = { ...(behind && { behind }), ...(this.#isMoved && { moved: true as const }) }
    return { upstream: this.#reader.upstream, after, orderStatus, rowsBefore: this.#rowsAfter, ...more }
  }

  /** `unavailable`: the page already has rows and is shown without this chunk. */
  async #enter(): Promise<LoadedChunk | 'unavailable' | 'too many'> {
    const reader = this.#reader
    const { upstream } = reader
    try {
      const chunk = await reader.read()
      this.#single = upstream === null && chunk.cursor === null
      const { status, continues } = chunk.order
      if (upstream === null) {
        this.firstChunk = chunk
        const [first] = chunk.keys
        const isFirst = this.start.after === null && continues && status === 'ordered'
        if (first && isFirst) this.firstRow = { key: first.bytes, order: continues }
      }
      const isSinglePage = !this.kind.chunked && !this.#isWhole
      // No chunk before an unsigned place is read: only a known order shows where to stop.
      const isLost = !this.given && upstream === this.start.upstream && status !== 'broken'
      const repeatsKnown = isSinglePage || (await reader.knowRepeats(isLost))
      this.slot = Math.min(this.slot, chunk.slot)
      if (chunk.fetchedMs < this.fetchedMs) [this.fetchedMs, this.fetchedAt] = [chunk.fetchedMs, chunk.fetchedAt]
      this.freshUntil = Math.min(this.freshUntil, chunk.freshUntil)
      this.revalidateMs = Math.min(this.revalidateMs, chunk.freshness.revalidateMs)
      this.onErrorMs = Math.min(this.onErrorMs, chunk.freshness.onErrorMs)
      this.trouble ??= chunk.trouble
      return repeatsKnown ? chunk : 'too many'
    } catch (error) {
      const enough = this.replaces ? this.limit : 1
      if (isRpcError(error) && this.rows.length >= enough) return 'unavailable'
      throw error
    }
  }

  /** Returns where the next page starts in this chunk (`after` null: at its start), or null if no row is left. */
  #take(chunk: LoadedChunk, first: number): { after: Uint8Array | null } | null {
    for (const i of this.#reader.newRows(chunk)) {
      if (i < first) continue
      if (this.rows.length === this.limit) {
        if (chunk.cursor === null) this.#rowsBehind = this.#reader.countNew(chunk, i)
        return { after: chunk.keys[i - 1]?.bytes ?? null }
      }
      this.rows.push(chunk.rows[i] as AnyItem)
      this.#lastKey = chunk.keys[i]?.bytes ?? null
      this.weight += chunk.weight / chunk.rows.length
    }
    return null
  }
}

/** Finds the row before the page: by order, even if it is gone; else by its key; else by the order of a single chunk. */
class RowSearch {
  #chunks = 0
  #second: { upstream: string | null } | null = null

  /** `lost`: not found, the list starts over. `too far`: the search stops. */
  next(
    place: ReturnType<typeof findIndexAfter>,
    chunk: Chunk,
    { upstream, orderStatus }: ListReader<LoadedChunk>,
    isLast: boolean,
  ): 'here' | 'on' | 'lost' | 'too far' | { upstream: string | null } {
    const isInside = place.by === 'order' && place.index < chunk.rows.length
    if (place.by === 'row' || (isInside && keepsOrder(orderStatus))) return 'here'
    if (isInside) this.#second ??= { upstream }
    if (isLast) return this.#second ?? (place.by === 'order' ? 'here' : 'lost')
    this.#chunks++
    return this.#chunks < MAX_WALK ? 'on' : 'too far'
  }
}
