import 'server-only'
import { tokenDataOf } from '../../account/lens/token-data'
import type { WholeClaim, WholeEstimate, WholeListProgress, WholeListReport } from '../../api/whole'
import { formatCount, groupDigits } from '../../format/numbers'
import type { AccountItem } from '../../protocol/rpc/items'
import { listOf, type Params } from '../../protocol/rpc/methods'
import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import { limits } from '../../rpc-client/limits'
import { withFewerRows } from '../../upstream/indexer/failover'
import { judgeAnswer, type ListAnswer, ListReader } from '../read/list-reader'
import { RowSum } from '../read/list-sum'
import { createWholeClaim } from './claim'
import { type ByteFilter, byteFilters } from './part'
import { type PartAnswer, type PartOutcome, PartsReading } from './parts-reading'
import type { ListSource } from './source'

const METHOD = 'getCompressedAccountsByOwner'

/** An indexer may go back so many slots below its first answer; new rows are still counted right. */
const MAX_SLOTS_BACK = 1_000

export type WholeSubject = Pick<Params<typeof METHOD>, 'owner' | 'filters'>

type PageAnswer = PartAnswer & ListAnswer<AccountItem>

/** Reads pages as long as they are in order, otherwise parts. Holds only unsettled rows. */
export class WholeRead {
  by: WholeListReport['by'] = null
  claim: WholeClaim | null = null
  twice = false
  tookMs = 0
  fetchedAt: string | null = null
  to: number | null = null
  readonly #parts: PartsReading
  readonly #filters: readonly ByteFilter[]
  readonly #pages: ListReader<PageAnswer>
  #limit = MAX_LIMIT
  #ownCalls: number
  readonly #inParts: boolean
  #exchanges = 0
  #exchangesMs = 0
  #slots: { from: number; to: number } | null = null
  readonly #sum = new RowSum(tokenDataOf)
  #withData = 0
  #withoutData = 0
  /** Rows by the slot of their creation, if that is near the slot of the answer. */
  readonly #lately = new Map<number, number>()

  /** @param instead calls of an earlier reading whose pages lost their order: this one starts with parts */
  constructor(
    readonly source: ListSource,
    readonly subject: WholeSubject,
    instead: number | null = null,
  ) {
    this.#inParts = instead !== null
    this.#ownCalls = instead ?? 0
    this.#filters = byteFilters(subject.filters)
    this.#pages = new ListReader(listOf(METHOD), (cursor) => this.#askPage(cursor))
    this.#parts = new PartsReading(this.#filters, (filters, limit) => this.#ask(filters, limit, null))
  }

  get calls(): number {
    return this.#ownCalls + this.#parts.calls + this.#parts.callsAgain
  }

  get facts(): WholeListProgress {
    const { by, calls, parts, from, to, claim } = this
    return { by, calls, parts, slots: { from, to }, claim }
  }

  get bytes(): number {
    return this.#parts.bytes + 64 * this.#lately.size
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
    const { isAtLeast } = estimate
    const { rows, offset, values, samples } = estimate.from
    const calls = Math.max(estimate.calls * (this.twice ? 2 : 1), this.calls + this.#left)
    const ownMs = this.#exchangesMs / Math.max(1, this.#exchanges) + limits().walkPauseMs
    const atLeast = isAtLeast ? ' A sample part was longer than an answer, so it may be much more.' : ''
    return {
      calls,
      isAtLeast,
      rows: Math.max(estimate.rows, this.#withData + this.#withoutData),
      seconds: Math.ceil(((calls - this.calls) * Math.max(ownMs, this.source.paceMs)) / 1_000),
      how:
        `From the first ${formatCount(rows, 'row')}, which have ${formatCount(values, 'value')} in byte ${groupDigits(offset)} of their data, ` +
        `and ${formatCount(samples.length, 'sample part')} of ${samples.map((of) => groupDigits(of)).join(', ')} rows.${atLeast}`,
    }
  }

  get parts(): WholeListReport['parts'] {
    const { whole, split, proof } = this.#parts
    const isPages = this.by === 'pages'
    return {
      whole: isPages ? 0 : whole.length,
      split: isPages ? 0 : split,
      unproven: proof.unprovenParts,
      left: this.#left,
    }
  }

  get #left(): number {
    return this.by === 'pages' ? 0 : this.#parts.left + this.#leftAgain
  }

  get #leftAgain(): number {
    const isWorthIt =
      this.twice && this.by === 'parts' && this.#parts.isProven && this.createdAfter(this.from ?? 0) === 0
    return isWorthIt ? this.#parts.leftAgain : 0
  }

  readTwice(): void {
    this.twice = true
    if (this.#leftAgain > 0) this.claim = null
  }

  clear(): void {
    this.#parts.clear()
  }

  createdAfter(slot: number): number {
    return [...this.#lately].reduce((sum, [created, rows]) => (created > slot ? sum + rows : sum), 0)
  }

  /** Null at the end. After a failure the next call repeats the request. */
  async next(): Promise<PartOutcome | null> {
    if (this.claim) return null
    if (this.by === null || this.#pages.upstream !== null) return this.#counted(await this.#page())
    if (this.by === 'parts' && !this.#parts.isDone) return this.#counted(await this.#parts.next())
    if (this.#leftAgain > 0) return this.#parts.nextAgain()
    await this.#end()
    return null
  }

  async #page(): Promise<PartOutcome> {
    const answer = await this.#pages.read()
    const isOrdered = this.#pages.orderStatus === 'ordered'
    if (this.by === null && (!answer.full || this.#inParts || !isOrdered)) {
      this.by = 'parts'
      return this.#parts.next(answer)
    }
    if (!isOrdered) throw new LostOrder()
    this.by = 'pages'
    this.#pages.leave(answer)
    return { is: 'whole', slot: answer.slot, rows: answer.rows, seen: [], gone: [] }
  }

  #counted(outcome: PartOutcome): PartOutcome {
    for (const row of outcome.rows) {
      if (row.data) this.#withData++
      else this.#withoutData++
      this.#sum.add(row)
      const { slotCreated } = row
      if (slotCreated > outcome.slot - MAX_SLOTS_BACK)
        this.#lately.set(slotCreated, (this.#lately.get(slotCreated) ?? 0) + 1)
    }
    return outcome
  }

  async #end(): Promise<void> {
    this.#ownCalls++
    const reached = await this.source.slot()
    const from = this.#slots?.from ?? reached
    const to = Math.max(this.#slots?.to ?? reached, reached)
    const { proof, callsAgain, differing } = this.#parts
    const { lamports, tokens } = this.#sum
    this.to = to
    this.claim = createWholeClaim({
      proof,
      withData: this.#withData,
      withoutData: this.#withoutData,
      created: this.createdAfter(from),
      slots: { from, to },
      sum: { lamports, ...(tokens && { tokens }) },
      by: this.by,
      again: callsAgain > 0 ? { differing } : null,
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
    return { ...answer, ...judgeAnswer(listOf(METHOD), cursor, answer.rows, answer.cursor) }
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

/** Pages are no longer in order: rows between them may be missing. */
class LostOrder extends Error {
  override readonly name = 'LostOrder'
}

export function isLostOrder(error: unknown): error is LostOrder {
  return error instanceof Error && error.name === 'LostOrder'
}
