import 'server-only'
import type { AnswerMeta } from '../../api/answer'
import { counted } from '../../format/numbers'
import { isRpcError } from '../../protocol/rpc/failure'
import { type AnyItem, identityOf } from '../../protocol/rpc/items'
import type { Order } from '../../protocol/rpc/list'
import type { AnyList } from '../../protocol/rpc/methods'
import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import type { CachedValue, Trouble } from '../../upstream/cache/memory'
import type { IncompleteReason } from '../../upstream/indexer/call-counts'
import { notOfThisList, type Position } from '../cursor/cursor'
import { indexBehind, keepsOrder, type OrderStatus, reaches, worse } from '../cursor/order'
import type { Chunk } from './chunk'
import { IdentitySet } from './identity-set'

/** Most chunks that are walked again to remove repeats. design.md 5, facts/reliability.md (b). */
const MAX_WALK = 200

/**
 * Most rows that are passed in search of a place that we did not give: it lay within one chunk, so this is ample, and
 * nobody can make one request read a whole list.
 */
const MOST_PASSED = 2 * MAX_LIMIT

/** How filling a page ended: where the next one starts, or why there is none. */
export interface PageEnd {
  next: Position | null
  /** True when the list's end was reached. */
  reachedEnd: boolean
  /** Why the walk stopped early, in words. */
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

/**
 * Cuts one page out of chunks; with `limit` Infinity the whole list is one page, whose rows are drained on the way.
 */
export class PageCut {
  rows: AnyItem[] = []
  slot = Number.MAX_SAFE_INTEGER
  /** When the oldest of its chunks was fetched; see Chunk. */
  fetchedAt = ''
  fetchedMs = Number.POSITIVE_INFINITY
  freshUntil = Number.POSITIVE_INFINITY
  revalidateMs = Number.POSITIVE_INFINITY
  onErrorMs = Number.POSITIVE_INFINITY
  trouble: Trouble | null = null
  weight = 0
  /** The list's first chunk, where the page is cut from it. */
  firstChunk: Chunk | null = null
  /** The first row of a listing's first page, when the indexer's cursor was seen to follow a known order. */
  firstRow: { key: Uint8Array; order: Order } | null = null

  #orderStatus: OrderStatus
  #single = false
  /** Index of the page's first row in the only chunk of its list. */
  #indexInSingle = 0
  /** New rows of the last chunk behind the page; null: the list goes on behind that chunk. */
  #rowsBehind: number | null = null
  #reason: string | undefined
  /** Rows of earlier chunks; null while the order makes repeats impossible: memory stays flat then. */
  #earlier: EarlierChunks | null = null
  /** Repeats left out of the chunk at hand. */
  #skipped = 0
  #drained = 0
  /** Sort key of the last row of the list so far; null: none was given out. */
  #lastKey: Uint8Array | null
  readonly #isMoved: boolean

  constructor(
    private readonly kind: AnyList,
    private readonly start: Position,
    private readonly limit: number,
    /** The chunk behind an upstream cursor; `rows`: how many are needed, where it is only probed for more. */
    private readonly load: (upstream: string | null, rows?: number) => Promise<CachedValue<Chunk>>,
    /** True for a page that replaces an older one, which a shorter one must not. */
    private readonly replaces: boolean,
    /** False where `start` was not given by us: nothing of it goes into what is given out before the indexer answered it. */
    private readonly given = true,
    /** True where places name their last row in any case, because another indexer may have to find it. */
    private readonly namesRow = false,
  ) {
    this.#orderStatus = start.orderStatus
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

  /** Fills the page chunk by chunk; yields where the list continues behind each one that is used up. */
  async *steps(): AsyncGenerator<Position, PageEnd> {
    let { upstream, after } = this.start
    let passed = 0
    let search = this.#isMoved && upstream === null && after !== null ? new RowSearch() : null
    for (;;) {
      const orderStatus = this.#orderStatus
      const here = (key: Uint8Array | null) => {
        return { upstream, after: key, orderStatus, rowsBefore: this.#rowsAfter, ...this.#rowBehind(key) }
      }
      const chunk = await this.#enter(upstream)
      if (chunk === 'unavailable') return { next: here(null), reachedEnd: false }
      if (chunk === 'too many') return { next: null, reachedEnd: false, stopped: TOO_MANY_CHUNKS }

      const place = after && indexBehind(chunk.keys, after, chunk.order.sorted)
      if (search && place) {
        const isLast = chunk.cursor === null || this.#stuck(chunk, upstream)
        const next = search.next(place, chunk, upstream, keepsOrder(this.#orderStatus), isLast)
        if (next === 'too far') return { next: null, reachedEnd: false, stopped: TOO_MANY_CHUNKS }
        if (next === 'lost') this.#worsen('broken', LOST_PLACE)
        if (next === 'here' || next === 'lost') search = null
        if (next === 'lost') [upstream, after] = [null, null]
        if (typeof next === 'object') {
          upstream = next.upstream
          if (next.found) search = null
        }
        if (next !== 'here') {
          if (typeof next === 'object' && !next.found) this.#leave(chunk)
          continue
        }
      }
      if (this.#single) this.#indexInSingle = place?.index ?? 0
      if (place?.by === 'nothing') {
        if (!this.given) throw notOfThisList()
        this.#worsen('broken', LOST_PLACE)
      }
      const cut = this.#take(chunk, place?.index ?? 0)
      if (cut) return { next: here(cut.after), reachedEnd: chunk.cursor === null }
      if (chunk.cursor === null) return { next: null, reachedEnd: true }
      if (this.#stuck(chunk, upstream)) return { next: null, reachedEnd: false, stopped: LOOP }

      this.#leave(chunk)
      // A sorted chunk that lies before the page as a whole (chunks may shrink): the page starts further on.
      const ahead = place?.by === 'order' && place.index === chunk.rows.length && keepsOrder(this.#orderStatus)
      if (!ahead) after = null
      upstream = chunk.cursor
      if (ahead && !this.given) {
        passed += chunk.rows.length
        if (!this.kind.chunked || passed >= MOST_PASSED) throw notOfThisList()
        continue
      }
      const next = { upstream, after, ...this.#soFar, ...this.#rowBehind(after) }
      if (!this.kind.chunked && !this.#isWhole) return { next, reachedEnd: false }
      if (this.rows.length === this.limit && keepsOrder(this.#orderStatus)) return this.#endOrMore(next)
      yield next
    }
  }

  /** A full page that ended with its chunk: one row tells whether anything follows. */
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

  /** Takes out the rows so far, so that a long list needs no memory. */
  drain(): AnyItem[] {
    const { rows } = this
    this.rows = []
    this.#drained += rows.length
    return rows
  }

  /** Whether all rows were seen, and why that is not known. design.md 4.4. */
  completeness({ reachedEnd, stopped }: PageEnd): Pick<AnswerMeta, 'complete' | 'completeReason' | 'moved'> {
    const { repeats } = this
    const removed = repeats === 0 ? '' : `; ${counted(repeats, 'repeat')} removed so far`
    const because = (reason: string) => ({ completeReason: reason + removed })
    const moved = this.#isMoved && { moved: true as const }
    const worse = (reason: string) => ({ ...because(moved ? `${reason}; ${MOVED}` : reason), ...moved })
    if (stopped) return { complete: false, ...worse(stopped) }
    if (this.#orderStatus === 'broken') return { complete: false, ...worse(this.#reason ?? BROKEN_BEFORE) }
    if (moved) return { complete: null, ...because(MOVED), ...moved }
    if (this.#orderStatus === 'joined' || !this.given) return { complete: null, ...because(JOINED) }
    if (this.#single) return { complete: true, ...because(WHOLE) }
    if (this.#orderStatus === 'unproven') return { complete: null, ...because(UNPROVEN) }
    return reachedEnd ? { complete: true, ...because(IN_ORDER) } : { complete: null, ...because(SO_FAR) }
  }

  /**
   * How many rows the list has, where its end is in sight and nothing says that rows are missing; and how many stand before
   * the page, where the list's only chunk shows that better than the cursor, which counted them earlier.
   */
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

  /** Why rows are missing or suspected to be, in a word for counts; null where completeness() does not say so. */
  incompleteBecause({ stopped }: PageEnd): IncompleteReason | null {
    if (stopped) return stopped === LOOP ? 'cursor_loop' : 'too_many_chunks'
    if (this.#orderStatus !== 'broken') return null
    return this.#reason === LOST_PLACE ? 'place_lost' : 'order_broken'
  }

  /** Repeats left out since the list's first page. */
  get repeats(): number {
    return (this.#earlier?.repeats ?? 0) + this.#skipped
  }

  /** True while every row so far came in the order that its cursor implies: then none can come twice. */
  get isOrdered(): boolean {
    return this.#orderStatus === 'ordered'
  }

  get #rowsAfter(): number | null {
    const { rowsBefore } = this.start
    return rowsBefore === null ? null : rowsBefore + this.#drained + this.rows.length
  }

  get #isWhole(): boolean {
    return this.limit === Number.POSITIVE_INFINITY
  }

  get #soFar() {
    return { orderStatus: this.#orderStatus, rowsBefore: this.#rowsAfter }
  }

  /** What a place tells of the row before it, where that is not told by its key. */
  #rowBehind(after: Uint8Array | null): Pick<Position, 'behind' | 'moved'> {
    const key = this.namesRow && after === null ? this.#lastKey : null
    return { ...(key && { behind: key }), ...(this.#isMoved && { moved: true }) }
  }

  /** Loads a chunk and judges it. `unavailable`: it cannot be had, but the page has rows: they are shown. */
  async #enter(upstream: string | null): Promise<Chunk | 'unavailable' | 'too many'> {
    try {
      const cached = await this.load(upstream)
      const chunk = cached.value
      this.#judge(chunk, upstream)
      const repeatsKnown = await this.#knowRepeats(upstream, chunk)
      this.slot = Math.min(this.slot, chunk.slot)
      if (chunk.fetchedMs < this.fetchedMs) [this.fetchedMs, this.fetchedAt] = [chunk.fetchedMs, chunk.fetchedAt]
      this.freshUntil = Math.min(this.freshUntil, cached.freshUntil)
      this.revalidateMs = Math.min(this.revalidateMs, chunk.freshness.revalidateMs)
      this.onErrorMs = Math.min(this.onErrorMs, chunk.freshness.onErrorMs)
      this.trouble ??= cached.trouble
      return repeatsKnown ? chunk : 'too many'
    } catch (error) {
      const enough = this.replaces ? this.limit : 1
      if (isRpcError(error) && this.rows.length >= enough) return 'unavailable'
      throw error
    }
  }

  #judge(chunk: Chunk, upstream: string | null): void {
    this.#single = upstream === null && chunk.cursor === null
    if (upstream === null) this.firstChunk = chunk
    const { status, sorted, continues } = chunk.order
    const first = chunk.keys[0]
    if (upstream === null && this.start.after === null && first && continues && status === 'ordered') {
      this.firstRow = { key: first.bytes, order: continues }
    }
    const by = sorted && sorted !== continues ? `by ${sorted.words}` : 'in another order'
    const words = `the indexer sorts ${by} but pages by ${continues?.words ?? 'cursor'}, so it skips rows`
    this.#worsen(status, words)
  }

  #worsen(status: OrderStatus, reason: string): void {
    if (status === 'broken') this.#reason ??= reason
    this.#orderStatus = worse(this.#orderStatus, status)
  }

  /**
   * Where the order does not rule repeats out, walks the chunks before `upstream` again. False when there are too many.
   */
  async #knowRepeats(upstream: string | null, { order }: Chunk): Promise<boolean> {
    const isSinglePage = !this.kind.chunked && !this.#isWhole
    if (isSinglePage || keepsOrder(this.#orderStatus) || this.#earlier) return true
    const earlier = new EarlierChunks()
    // No chunk before may ever lead to a place that we did not give: only a known order says where to stop.
    const isLost = !this.given && upstream === this.start.upstream && order.status !== 'broken'
    for (let at: string | null = null, walked = 0; at !== upstream && upstream !== null && !isLost; walked++) {
      if (walked >= MAX_WALK) return false
      const { value: chunk }: CachedValue<Chunk> = await this.load(at)
      const loops = chunk.cursor !== null && earlier.hasCursor(chunk.cursor)
      earlier.add(chunk)
      if (chunk.cursor === null || loops || reaches(this.kind.orders, chunk.cursor, upstream)) break
      at = chunk.cursor
    }
    this.#earlier = earlier
    return true
  }

  /**
   * Takes new rows from index `first` on until the page is full. Returns the key behind which the next page starts, null
   * for the chunk's start, when the chunk holds another new row; returns null itself when the chunk is used up.
   */
  #take(chunk: Chunk, first: number): { after: Uint8Array | null } | null {
    const taken = new Set<string>()
    for (const [i, row] of chunk.rows.entries()) {
      const identity = this.#earlier && identityOf(row)
      if (identity !== null) {
        if (this.#earlier?.has(identity) || taken.has(identity)) {
          this.#skipped++
          continue
        }
        taken.add(identity)
      }
      if (i < first) continue
      if (this.rows.length === this.limit) {
        if (chunk.cursor === null) this.#rowsBehind = this.#newRows(chunk, i)
        return { after: chunk.keys[i - 1]?.bytes ?? null }
      }
      this.rows.push(row)
      this.#lastKey = chunk.keys[i]?.bytes ?? null
      this.weight += chunk.weight / chunk.rows.length
    }
    return null
  }

  /** Rows of a chunk from one index on that are not known yet. */
  #newRows(chunk: Chunk, from: number): number {
    const earlier = this.#earlier
    if (!earlier) return chunk.rows.length - from
    const identities = chunk.rows.slice(from).map(identityOf)
    return new Set(identities.filter((identity) => !earlier.has(identity))).size
  }

  /** True when the next chunk would bring nothing new: F36 and F37 of facts/reliability.md. */
  #stuck(chunk: Chunk, upstream: string | null): boolean {
    if (chunk.cursor === upstream || chunk.rows.length === 0) return true
    const earlier = this.#earlier
    if (!earlier) return false
    return (chunk.cursor !== null && earlier.hasCursor(chunk.cursor)) || earlier.hasAll(chunk)
  }

  #leave(chunk: Chunk): void {
    if (!this.#earlier) return
    this.#earlier.add(chunk)
    this.#skipped = 0
  }
}

/**
 * Finds the last row of one indexer's list in that of another one, chunk by chunk from its first. Where chunks keep an order,
 * that shows the place though the row is gone; else the row itself is looked for, and a place by the order of a single chunk
 * is the second choice.
 */
class RowSearch {
  #chunks = 0
  #second: { upstream: string | null } | null = null

  /**
   * What follows from one chunk more: the place is `here`; it is in another one (`found`), or may be in the next one; it
   * is `lost`, so that the list starts over; or that is `too far` to be looked for.
   */
  next(
    place: ReturnType<typeof indexBehind>,
    chunk: Chunk,
    upstream: string | null,
    keepsOrder: boolean,
    isLast: boolean,
  ): 'here' | 'lost' | 'too far' | { upstream: string | null; found: boolean } {
    const isInside = place.by === 'order' && place.index < chunk.rows.length
    if (place.by === 'row' || (isInside && keepsOrder)) return 'here'
    if (isInside) this.#second ??= { upstream }
    if (isLast && this.#second) return { ...this.#second, found: true }
    if (isLast) return place.by === 'order' ? 'here' : 'lost'
    this.#chunks++
    return this.#chunks < MAX_WALK ? { upstream: chunk.cursor, found: false } : 'too far'
  }
}

/** Rows and cursors of earlier chunks, for a listing without a proven order. */
class EarlierChunks {
  /** Rows that an earlier chunk had already. */
  repeats = 0
  readonly #rows = new IdentitySet()
  readonly #cursors = new IdentitySet()

  has(identity: string): boolean {
    return this.#rows.has(identity)
  }

  hasAll(chunk: Chunk): boolean {
    return chunk.rows.every((row) => this.#rows.has(identityOf(row)))
  }

  /** True for the cursor of an earlier chunk. */
  hasCursor(cursor: string): boolean {
    return this.#cursors.has(cursor)
  }

  add(chunk: Chunk): void {
    for (const row of chunk.rows) this.#rows.add(identityOf(row))
    this.#count += chunk.rows.length
    this.repeats = this.#count - this.#rows.size
    if (chunk.cursor !== null) this.#cursors.add(chunk.cursor)
  }

  #count = 0
}
