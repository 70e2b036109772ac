import 'server-only'
import type { Whole, WholeClaim, WholeEstimate } from '../../api/whole'
import { counted, groupDigits } from '../../format/numbers'
import type { AccountItem } from '../../protocol/rpc/items'
import { listOf, type Params } from '../../protocol/rpc/methods'
import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import { limits } from '../../rpc-client/limits'
import { withFewerRows } from '../../upstream/indexer/fewer-rows'
import { judged, type ListAnswer, ListReader } from '../read/list-reader'
import { claimOf } from './claim'
import { type ByteFilter, byteFilters } from './part'
import { type AskPart, type PartAnswer, type PartOutcome, PartsReading } from './parts-reading'
import { RowTally } from './row-tally'
import { SecondRead } from './second-read'
import type { ListSource } from './source'

const METHOD = 'getCompressedAccountsByOwner'

/** Data are requested whole and cut for each reader. */
export type WholeSubject = Pick<Params<typeof METHOD>, 'owner' | 'filters'>

export interface WholeProgress {
  slot: number
  rows: readonly AccountItem[]
  isProven: boolean
  seen: readonly AccountItem[]
  /** Hashes of seen rows that were consumed. */
  gone: readonly string[]
}

type PageAnswer = PartAnswer & ListAnswer<AccountItem>

/** Reads pages while they keep their order, else in parts; then the slot that was reached. Holds only unsettled rows. */
export class WholeRead {
  by: Whole['by'] = null
  readonly tally = new RowTally()
  claim: WholeClaim | null = null
  /** Each part is read a second time, where that can make sums exact. */
  twice = false
  /** Milliseconds, of the last answer. */
  tookMs = 0
  /** ISO 8601 UTC. */
  fetchedAt: string | null = null
  to: number | null = null
  readonly #parts: PartsReading
  readonly #second: SecondRead
  readonly #filters: readonly ByteFilter[]
  readonly #pages: ListReader<PageAnswer>
  #limit = MAX_LIMIT
  #ownCalls: number
  readonly #inParts: boolean
  #exchanges = 0
  #exchangesMs = 0
  #slots: { from: number; to: number } | null = null

  /** @param instead calls of a reading whose pages lost their order: this one starts in parts */
  constructor(
    readonly source: ListSource,
    readonly subject: WholeSubject,
    instead: number | null = null,
  ) {
    this.#inParts = instead !== null
    this.#ownCalls = instead ?? 0
    this.#filters = byteFilters(subject.filters)
    const ask: AskPart = (filters, limit) => this.#ask(filters, limit, null)
    this.#pages = new ListReader(listOf(METHOD), (cursor) => this.#askPage(cursor))
    this.#parts = new PartsReading(this.#filters, ask)
    this.#second = new SecondRead(ask)
  }

  get calls(): number {
    return this.#ownCalls + this.#parts.calls + this.#second.calls
  }

  get bytes(): number {
    return this.#parts.bytes + this.tally.bytes
  }

  get from(): number | null {
    return this.#slots?.from ?? null
  }

  get isPointless(): boolean {
    return this.#parts.isPointless
  }

  get repeats(): number {
    return this.#parts.repeats
  }

  get isEstimated(): boolean {
    return this.by === 'pages' || this.#parts.estimate !== null
  }

  get isAtEnd(): boolean {
    return this.by !== null && this.#pages.upstream === null && this.#left === 0
  }

  get estimate(): WholeEstimate | null {
    const estimate = this.#parts.estimate
    if (!estimate) return null
    const { rows, offset, values, samples } = estimate.from
    const isAgain = this.twice ? 2 : 1
    const calls = Math.max(estimate.calls * isAgain, this.calls + this.#left)
    const atLeast = estimate.isAtLeast ? ' A sample part was longer than an answer, so it may be much more.' : ''
    return {
      calls,
      isAtLeast: estimate.isAtLeast,
      rows: Math.max(estimate.rows, this.tally.rows),
      seconds: Math.ceil(((calls - this.calls) * this.#callMs) / 1_000),
      how:
        `From the first ${counted(rows, 'row')}, which have ${counted(values, 'value')} in byte ${groupDigits(offset)} of their data, ` +
        `and ${counted(samples.length, 'sample part')} of ${samples.map((of) => groupDigits(of)).join(', ')} rows.${atLeast}`,
    }
  }

  get parts(): Whole['parts'] {
    const { whole, split, proof } = this.#parts
    const isPages = this.by === 'pages'
    return {
      whole: isPages ? 0 : whole,
      split: isPages ? 0 : split,
      unproven: proof.unprovenParts,
      left: this.#left,
    }
  }

  get #left(): number {
    if (this.by === 'pages') return 0
    return this.#parts.left + (this.#isReadAgain ? this.#second.left : 0)
  }

  get #callMs(): number {
    const own = this.#exchangesMs / Math.max(1, this.#exchanges) + limits().walkPauseMs
    return Math.max(own, this.source.paceMs)
  }

  get #isReadAgain(): boolean {
    const { proof } = this.#parts
    const isProven = proof.unprovenParts === 0 && proof.fromBytes === 0 && proof.isClosedToNoData
    return this.twice && this.by === 'parts' && isProven && this.tally.createdAfter(this.from ?? 0) === 0
  }

  /** Also for a list that was read once already. */
  readTwice(): void {
    this.twice = true
    if (this.#isReadAgain && this.#second.left > 0) this.claim = null
  }

  clear(): void {
    this.#parts.clear()
  }

  /**
   * Null at the end. After a failure the next call requests the same.
   * @throws RpcError
   * @throws LostOrder where pages lost their order: a reading in parts is still possible
   */
  async next(): Promise<WholeProgress | null> {
    if (this.claim) return null
    if (this.by === null || this.#pages.upstream !== null) return this.#page()
    if (this.by === 'parts' && !this.#parts.isDone) return this.#part(await this.#parts.next())
    if (this.#isReadAgain && this.#second.left > 0) {
      const slot = await this.#second.next()
      return { slot, rows: [], isProven: true, seen: [], gone: [] }
    }
    await this.#end()
    return null
  }

  async #page(): Promise<WholeProgress> {
    const answer = await this.#pages.read()
    const isOrdered = this.#pages.orderStatus === 'ordered'
    if (this.by === null && (!answer.full || this.#inParts || !isOrdered)) {
      this.by = 'parts'
      return this.#part(await this.#parts.next(answer))
    }
    if (!isOrdered) throw new LostOrder()
    this.by = 'pages'
    this.#pages.leave(answer)
    const { rows, slot } = answer
    this.tally.add(rows, slot)
    return { slot, rows, isProven: true, seen: [], gone: [] }
  }

  #part(outcome: PartOutcome): WholeProgress {
    const { slot } = outcome
    const rows = outcome.is === 'split' ? outcome.outside : outcome.rows
    this.tally.add(rows, slot)
    if (outcome.is === 'whole') this.#second.note(outcome.part, outcome.rows)
    const isProven = outcome.is !== 'unproven'
    return {
      slot,
      rows,
      isProven,
      seen: outcome.is === 'split' ? outcome.rows : [],
      gone: outcome.is === 'whole' ? outcome.gone : [],
    }
  }

  async #end(): Promise<void> {
    this.#ownCalls++
    const reached = await this.source.slot()
    const from = this.#slots?.from ?? reached
    const to = Math.max(this.#slots?.to ?? reached, reached)
    const proof = this.#parts.proof
    const { withData, withoutData, sum } = this.tally
    this.to = to
    this.claim = claimOf({
      proof,
      withData,
      withoutData,
      created: this.tally.createdAfter(from),
      slots: { from, to },
      sum,
      by: this.by,
      again: this.#second.calls > 0 ? { differing: this.#second.differing } : null,
    })
  }

  async #askPage(cursor: string | null): Promise<PageAnswer> {
    const ask = (limit: number) => {
      this.#ownCalls++
      return this.#ask(this.#filters, limit, cursor)
    }
    const answer = await withFewerRows(this.#limit, ask, (fewer) => {
      this.#limit = fewer
    })
    return { ...answer, ...judged(listOf(METHOD), cursor, answer.rows, answer.cursor) }
  }

  async #ask(filters: readonly ByteFilter[], limit: number, before: string | null) {
    const answer = await this.source.list(this.subject.owner, filters, limit, before)
    const { rows, slot, cursor, tookMs, fetchedAt } = answer
    this.tookMs = tookMs
    this.#exchanges++
    this.#exchangesMs += tookMs
    this.fetchedAt ??= fetchedAt
    this.#slots = { from: Math.min(this.#slots?.from ?? slot, slot), to: Math.max(this.#slots?.to ?? slot, slot) }
    return { rows, slot, cursor, full: rows.length >= limit || cursor !== null }
  }
}

/** Pages lost the order that they had: rows between them may be missing. */
export class LostOrder extends Error {
  override readonly name = 'LostOrder'
}

export function isLostOrder(error: unknown): error is LostOrder {
  return error instanceof Error && error.name === 'LostOrder'
}
