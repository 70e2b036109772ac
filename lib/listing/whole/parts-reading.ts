import { isTooLarge } from '../../api/rpc-problem'
import type { UnprovenPart } from '../../api/whole'
import { isRpcError } from '../../protocol/rpc/failure'
import type { AccountItem } from '../../protocol/rpc/items'
import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import { withFewerRows } from '../../upstream/indexer/fewer-rows'
import { rowBytes } from '../read/list-room'
import { type PartsEstimate, Sampling } from './estimate'
import { type ByteFilter, Part, VALUES } from './part'
import { type Split, splitOf } from './split'

/** An indexer's answer to a list with filters, without a cursor. */
export interface PartAnswer {
  rows: readonly AccountItem[]
  slot: number
  /** True where it has as many rows as were requested, or names a cursor: others may follow. */
  full: boolean
}

/**
 * Asks an indexer for the first rows of a list with filters: at most `limit`, their data whole. Which indexer, only who
 * gives it knows.
 * @throws RpcError
 */
export type AskPart = (filters: readonly ByteFilter[], limit: number) => Promise<PartAnswer>

export type PartOutcome = {
  part: Part
  slot: number
  /** Rows of the part, each once: of this answer and, where they were not consumed since, of earlier ones. */
  rows: readonly AccountItem[]
} & (
  | {
      /** All rows of the part. `gone`: hashes of rows that an earlier, longer answer had, and that were consumed since. */
      is: 'whole'
      gone: readonly string[]
    }
  | {
      /** It is longer than an answer. `outside`: rows that none of its parts can have, because their data end too early. */
      is: 'split'
      outside: readonly AccountItem[]
    }
  | { is: 'unproven'; why: UnprovenPart['why'] }
)

/** What the parts that were read prove, and what they do not. */
export interface PartsProof {
  /** Every row with at least so many bytes of data is in a part that is whole, or in one that `unproven` names. */
  fromBytes: number
  /** True where no row without data can be missing. */
  isClosedToNoData: boolean
  /** Rows that no part can have: with data that end too early, and without data. */
  shorter: number
  withoutData: number
  /** The first parts that are not proven, and how many there are. */
  unproven: readonly UnprovenPart[]
  unprovenParts: number
}

/** A row that a longer answer had, by which the part that it belongs to is checked. */
interface Sighting {
  row: AccountItem
  slot: number
}

interface Pending {
  part: Part
  sightings: Map<string, Sighting>
  /** Its split's value, where its answer makes the estimate. */
  sample?: number
}

const MOST_NAMED = 20

/** Answers with rows of other bytes until the indexer is taken for one that does not filter. */
const MOST_FOREIGN = 3

/** Fewer rows with data in the first answer are no sample of the others. */
const LEAST_SAMPLE = 100

/** Bytes of the heap that the values of a split take which nothing was seen of. */
const UNSEEN_BYTES = 2_500

/** Every row with data has these bytes. facts/photon-wire.md 5: empty bytes match every account that has data. */
const ANY_DATA: ByteFilter = { offset: 0, bytes: new Uint8Array() }

/**
 * Reads a list in parts, one answer at a time. A part that an answer holds is whole. A longer one is split by a byte of the
 * data into 256: those that rows were seen of come first, for most rows come in few answers, then all others, which are the
 * proof that nothing else is there. Every row is in one part at most. facts/photon-wire.md 5, 8.
 *
 * Who runs it decides how far: `next()` until `isDone`, as long as calls are left.
 */
export class PartsReading {
  readonly #ask: AskPart
  readonly #root: Part
  /** Parts that the estimate is made of: they come before all others. */
  readonly #samples: Pending[] = []
  /** Parts that rows were seen of, the next one last. Those of the newest split come first: few rows wait to be found again. */
  readonly #seen: Pending[] = []
  /** Parts that nothing was seen of: of which part, by which byte, and the values that are left. */
  readonly #unseen: { part: Part; offset: number; values: number[] }[] = []
  readonly #sampling = new Sampling()
  readonly #unproven: UnprovenPart[] = []
  #unprovenParts = 0
  #foreign = 0
  #fromBytes = 0
  #shorter = 0
  #withoutData = 0
  #isClosedToNoData = true
  /** Bytes of the heap that its parts take, the rows that wait to be found again among them. */
  bytes = 0
  /** Calls so far, those that were refused as too large among them. */
  calls = 0
  whole = 0
  split = 0
  repeats = 0
  /** Lowest and highest slot of the answers; null before the first. */
  slots: { from: number; to: number } | null = null

  constructor(filters: readonly ByteFilter[], ask: AskPart) {
    this.#ask = ask
    this.#root = Part.whole(filters)
    this.#add({ part: this.#root, sightings: new Map() })
  }

  /** True when every part was read, or is named as not proven. */
  get isDone(): boolean {
    return this.left === 0
  }

  get left(): number {
    return this.#samples.length + this.#seen.length + this.#unseen.reduce((sum, { values }) => sum + values.length, 0)
  }

  /** True where the indexer gives rows of other bytes than requested again and again: reading on proves nothing. */
  get isPointless(): boolean {
    return this.#foreign >= MOST_FOREIGN
  }

  /** Lets go of all parts that are left: there is no next one. */
  clear(): void {
    for (const parts of [this.#samples, this.#seen, this.#unseen]) parts.length = 0
    this.bytes = 0
  }

  /** What all of it should take; null before the sample parts were read. */
  get estimate(): PartsEstimate | null {
    return this.#sampling.estimate(this.calls, this.left)
  }

  get proof(): PartsProof {
    return {
      fromBytes: this.#fromBytes,
      isClosedToNoData: this.#isClosedToNoData,
      shorter: this.#shorter,
      withoutData: this.#withoutData,
      unproven: this.#unproven,
      unprovenParts: this.#unprovenParts,
    }
  }

  /**
   * Reads the next part; where the indexer gives no answer, it stays the next one.
   * @param first the answer of the whole list, where it was requested before.
   * @throws RpcError, also where the whole list's smallest answer is too large.
   */
  async next(first?: PartAnswer): Promise<PartOutcome> {
    const pending = this.#take()
    let answer: PartAnswer
    try {
      answer = first ?? (await this.#answerTo(pending.part))
    } catch (error) {
      const isLargeRow = isRpcError(error) && isTooLarge(error.failure) && pending.part !== this.#root
      if (isLargeRow) return this.#leaveUnproven(pending, [], 'too_large', this.slots?.to ?? 0)
      this.#add(pending)
      throw error
    }
    const { slot } = answer
    this.slots = { from: Math.min(this.slots?.from ?? slot, slot), to: Math.max(this.slots?.to ?? slot, slot) }
    const outcome = this.#judge(pending, answer)
    const { sample } = pending
    if (sample !== undefined) {
      this.#sampling.answered(sample, answer.rows.length, answer.full, this.calls, this.left)
    }
    return outcome
  }

  #take(): Pending {
    const seen = this.#samples.pop() ?? this.#seen.pop()
    if (seen) {
      this.bytes -= bytesOf(seen)
      return seen
    }
    const [split] = this.#unseen
    const value = split?.values.shift()
    if (!split || value === undefined) throw new Error('Every part was read.')
    if (split.values.length === 0) {
      this.#unseen.shift()
      this.bytes -= UNSEEN_BYTES + split.part.bytes
    }
    return { part: split.part.with(split.offset, value), sightings: new Map() }
  }

  #add(pending: Pending): void {
    const to = pending.sample === undefined ? this.#seen : this.#samples
    to.push(pending)
    this.bytes += bytesOf(pending)
  }

  #answerTo({ filters }: Part): Promise<PartAnswer> {
    return withFewerRows(MAX_LIMIT, (limit) => {
      this.calls++
      return this.#ask(filters, limit)
    })
  }

  #judge(pending: Pending, { rows: all, slot, full }: PartAnswer): PartOutcome {
    const { part, sightings } = pending
    const byHash = new Map(all.map((row) => [row.hash, row]))
    this.repeats += all.length - byHash.size
    const distinct = [...byHash.values()]
    const rows = distinct.filter((row) => part.has(row))
    if (rows.length < distinct.length) {
      this.#foreign++
      return this.#leaveUnproven(pending, rows, 'foreign', slot)
    }
    if (full) return this.#splitUp(pending, rows, slot)
    // No known indexer does: one that loses count of its rows may leave others out.
    if (all.length > byHash.size) return this.#leaveUnproven(pending, rows, 'repeated', slot)
    const absent = [...sightings.values()].filter(({ row }) => !byHash.has(row.hash))
    // A row that was there at this slot or later, and had been created by then, cannot have been consumed before it.
    const isMissing = (sighting: Sighting) => slot <= sighting.slot && sighting.row.slotCreated <= slot
    if (absent.some(isMissing) || this.#ignoresFilter(pending, rows)) {
      return this.#leaveUnproven(pending, rows, 'missing', slot)
    }
    this.whole++
    // Who reads it keeps the part: to read it again, or to know what it covers.
    this.bytes += part.bytes
    const gone = absent.filter((sighting) => sighting.slot < slot).map(({ row }) => row.hash)
    // An indexer that went back: these were created after this answer, and seen before it.
    const later = absent.filter((sighting) => sighting.slot >= slot).map(({ row }) => row)
    return { is: 'whole', part, slot, rows: [...rows, ...later], gone }
  }

  /** True where an indexer has no row for a filter of no bytes, though rows with data were seen: it means another thing by it. */
  #ignoresFilter({ part, sightings }: Pending, rows: readonly AccountItem[]): boolean {
    return part !== this.#root && part.leastBytes === 0 && rows.length === 0 && sightings.size > 0
  }

  #splitUp(pending: Pending, rows: readonly AccountItem[], slot: number): PartOutcome {
    const { part, sightings } = pending
    if (!part.hasData) this.#isClosedToNoData = false
    const withData = rows.filter(({ data }) => data)
    // Rows without data crowd out those that a split could be chosen by.
    if (!part.hasData && withData.length < Math.min(LEAST_SAMPLE, rows.length)) {
      this.split++
      this.#fromBytes = Math.max(this.#fromBytes, 1)
      const own = new Map(withData.map((row) => [row.hash, { row, slot }]))
      this.#add({ part: Part.whole([ANY_DATA]), sightings: own })
      return { is: 'split', part, slot, rows, outside: this.#leaveOutside(rows.filter(({ data }) => !data)) }
    }
    const split = splitOf(part, rows)
    if (typeof split === 'string') return this.#leaveUnproven(pending, rows, split, slot)
    this.split++
    if (split.isOpen) this.#fromBytes = Math.max(this.#fromBytes, split.offset + 1)
    const ended = [...split.ended, ...this.#enqueue(part, split, slot, sightings)]
    return { is: 'split', part, slot, rows, outside: this.#leaveOutside(ended) }
  }

  /** Notes rows that no part has, and hands them on. */
  #leaveOutside(rows: readonly AccountItem[]): readonly AccountItem[] {
    const withoutData = rows.filter(({ data }) => !data).length
    this.#withoutData += withoutData
    this.#shorter += rows.length - withoutData
    return rows
  }

  /** Queues the parts of a split. @returns rows of earlier answers that end before its byte. */
  #enqueue(part: Part, split: Split, slot: number, earlier: ReadonlyMap<string, Sighting>): AccountItem[] {
    const { offset, seen } = split
    const pendings = new Map<number, Pending>()
    const add = (value: number, sighting: Sighting) => {
      const pending = pendings.get(value) ?? { part: part.with(offset, value), sightings: new Map() }
      pendings.set(value, pending)
      pending.sightings.set(sighting.row.hash, sighting)
    }
    for (const { value, rows } of seen) for (const row of rows) add(value, { row, slot })
    const listed = new Set(seen.flatMap(({ rows }) => rows.map(({ hash }) => hash)))
    for (const { hash } of split.ended) listed.add(hash)
    const ended: AccountItem[] = []
    for (const sighting of earlier.values()) {
      const { row } = sighting
      if (listed.has(row.hash)) continue
      const value = row.data ? Buffer.from(row.data.data, 'base64')[offset] : undefined
      if (value === undefined) ended.push(row)
      else add(value, sighting)
    }
    const samples = this.#sampling.begin(split) ? this.#sampling.values : []
    for (const [value, pending] of [...pendings].reverse()) {
      this.#add(samples.includes(value) ? { ...pending, sample: value } : pending)
    }
    const values = Array.from({ length: VALUES }, (_, value) => value).filter((value) => !pendings.has(value))
    if (values.length > 0) {
      this.#unseen.push({ part, offset, values })
      this.bytes += UNSEEN_BYTES + part.bytes
    }
    return ended
  }

  #leaveUnproven(
    { part, sightings }: Pending,
    found: readonly AccountItem[],
    why: UnprovenPart['why'],
    slot: number,
  ): PartOutcome {
    const byHash = new Map([...sightings.values(), ...found.map((row) => ({ row }))].map(({ row }) => [row.hash, row]))
    const rows = [...byHash.values()]
    if (!part.hasData) this.#isClosedToNoData = false
    this.#unprovenParts++
    if (this.#unproven.length < MOST_NAMED) this.#unproven.push({ bytes: part.name, rows: rows.length, why })
    return { is: 'unproven', part, slot, rows, why }
  }
}

function bytesOf({ part, sightings }: Pending): number {
  let { bytes } = part
  for (const { row } of sightings.values()) bytes += rowBytes(row)
  return bytes
}
