import { type AnyItem, identityOf } from '../../protocol/rpc/items'
import type { AnyList } from '../../protocol/rpc/methods'
import type { SortKey } from '../../protocol/rpc/sort-key'
import { type ChunkOrder, cursorReaches, judgeChunk, keepsOrder, type OrderStatus, worseStatus } from '../cursor/order'
import { IdentitySet } from './identity-set'

export interface ListAnswer<R extends AnyItem = AnyItem> {
  rows: readonly R[]
  keys: readonly SortKey[]
  cursor: string | null
  order: ChunkOrder
}

export function judgeAnswer<R extends AnyItem>(
  kind: AnyList,
  before: string | null,
  rows: readonly R[],
  cursor: string | null,
): ListAnswer<R> {
  const keys = rows.map((row) => kind.sortKey(row))
  return { rows, keys, cursor, order: judgeChunk(kind.orders, before, keys, cursor) }
}

/** Up to so many answers are read again to find repeated rows. design.md 5, facts/reliability.md (b). */
export const MAX_WALK = 200

export class ListReader<A extends ListAnswer = ListAnswer> {
  lacks: string | undefined
  #earlier: Earlier | null = null
  #skipped = 0

  constructor(
    private readonly kind: AnyList,
    private readonly ask: (upstream: string | null) => Promise<A>,
    public upstream: string | null = null,
    public orderStatus: OrderStatus = 'ordered',
  ) {}

  /** Reads the same answer again until `leave` is called. @throws RpcError */
  async read(): Promise<A> {
    const answer = await this.ask(this.upstream)
    const { status, sorted, continues } = answer.order
    const by = sorted && sorted !== continues ? `by ${sorted.words}` : 'in another order'
    this.worsen(status, `the indexer sorts ${by} but pages by ${continues?.words ?? 'cursor'}, so it skips rows`)
    return answer
  }

  leave(answer: A): void {
    this.upstream = answer.cursor
    if (!this.#earlier) return
    this.#earlier.add(answer)
    this.#skipped = 0
  }

  /** True if the next answer would bring nothing new: F36 and F37 of facts/reliability.md. */
  isStuck({ cursor, rows }: A): boolean {
    if (cursor === this.upstream || rows.length === 0) return true
    const earlier = this.#earlier
    return earlier !== null && ((cursor !== null && earlier.hasCursor(cursor)) || earlier.hasAll(rows))
  }

  worsen(status: OrderStatus, lacks: string): void {
    if (status === 'broken') this.lacks ??= lacks
    this.orderStatus = worseStatus(this.orderStatus, status)
  }

  /** Reads the earlier answers again if the order allows repeated rows. False: there are too many. @throws RpcError */
  async knowRepeats(isLost: boolean): Promise<boolean> {
    if (keepsOrder(this.orderStatus) || this.#earlier) return true
    const earlier = new Earlier()
    const { upstream } = this
    for (let at: string | null = null, walked = 0; at !== upstream && upstream !== null && !isLost; walked++) {
      if (walked >= MAX_WALK) return false
      const answer: A = await this.ask(at)
      const loops = answer.cursor !== null && earlier.hasCursor(answer.cursor)
      earlier.add(answer)
      if (answer.cursor === null || loops || cursorReaches(this.kind.orders, answer.cursor, upstream)) break
      at = answer.cursor
    }
    this.#earlier = earlier
    return true
  }

  *newRows({ rows }: A): Generator<number> {
    const seen = new Set<string>()
    for (const [i, row] of rows.entries()) {
      const identity = this.#earlier && identityOf(row)
      if (identity !== null && (this.#earlier?.has(identity) || seen.has(identity))) this.#skipped++
      else {
        if (identity !== null) seen.add(identity)
        yield i
      }
    }
  }

  countNew({ rows }: A, from: number): number {
    const earlier = this.#earlier
    if (!earlier) return rows.length - from
    const identities = rows.slice(from).map(identityOf)
    return new Set(identities.filter((identity) => !earlier.has(identity))).size
  }

  get repeats(): number {
    return (this.#earlier?.repeats ?? 0) + this.#skipped
  }
}

/** Needed only without a proven order; with one, memory stays flat. */
class Earlier {
  readonly #rows = new IdentitySet()
  readonly #cursors = new IdentitySet()
  #count = 0

  get repeats(): number {
    return this.#count - this.#rows.size
  }

  has(identity: string): boolean {
    return this.#rows.has(identity)
  }

  hasAll(rows: readonly AnyItem[]): boolean {
    return rows.every((row) => this.#rows.has(identityOf(row)))
  }

  hasCursor(cursor: string): boolean {
    return this.#cursors.has(cursor)
  }

  add({ rows, cursor }: ListAnswer): void {
    for (const row of rows) this.#rows.add(identityOf(row))
    this.#count += rows.length
    if (cursor !== null) this.#cursors.add(cursor)
  }
}
