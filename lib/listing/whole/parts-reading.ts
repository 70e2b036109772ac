import { createHash } from 'node:crypto'
import { isAnswerTooLarge } from '../../api/rpc-problem'
import type { UnprovenPart } from '../../api/whole'
import { isRpcError } from '../../protocol/rpc/failure'
import type { AccountItem } from '../../protocol/rpc/items'
import { MAX_LIMIT } from '../../protocol/rpc/primitives'
import { withFewerRows } from '../../upstream/indexer/failover'
import { rowBytes } from '../read/list-room'
import { RowEstimate } from './estimate'
import { BYTE_VALUES, type ByteFilter, Part } from './part'
import { chooseSplit, type Split } from './split'

export interface PartAnswer {
  rows: readonly AccountItem[]
  slot: number
  /** True if others may follow: as many rows as requested, or a cursor. */
  full: boolean
}

/** Reads a part from an indexer that the caller chooses. @throws RpcError */
export type AskPart = (filters: readonly ByteFilter[], limit: number) => Promise<PartAnswer>

export interface PartOutcome {
  /** `split`: the part is longer than an answer. */
  is: 'whole' | 'split' | 'unproven'
  slot: number
  /** Of a split part only rows whose data ends too early for every subpart. */
  rows: readonly AccountItem[]
  /** Rows of a split part, which its subparts will list again. */
  seen: readonly AccountItem[]
  /** Hashes of an earlier answer whose accounts were consumed since. */
  gone: readonly string[]
}

export interface PartsProof {
  /** Rows with at least this many bytes are in a whole part, or in one that `unproven` names. */
  fromBytes: number
  /** True if no row without data can be missing. */
  isClosedToNoData: boolean
  /** Number of rows that no part can contain, since their data ends too early. */
  shorter: number
  unproven: UnprovenPart[]
  unprovenParts: number
}

interface Sighting {
  row: AccountItem
  slot: number
}

interface Pending {
  part: Part
  sightings: Map<string, Sighting>
  sample?: number
  bytes: number
}

const MAX_NAMED_PARTS = 20

/** After so many answers with rows that do not match, the indexer counts as not filtering. */
const MAX_FOREIGN_ANSWERS = 3

/** With fewer rows with data in the first answer, no estimate is made. */
const MIN_SAMPLE = 100

const UNSEEN_BYTES = 2_500

/** Empty bytes match every account that has data. facts/photon-wire.md 5. */
const ANY_DATA: ByteFilter = { offset: 0, bytes: new Uint8Array() }

/**
 * A part that fits in one answer is whole; a longer one is split by one byte of the data into 256. Values that were seen
 * are read first, since most rows are there; then all others, to prove that they are empty. Each row is in at most one
 * part. facts/photon-wire.md 5, 8.
 */
export class PartsReading {
  readonly #root: Part
  readonly #samples: Pending[] = []
  /** A stack, newest split on top, so that few rows wait to be found again. */
  readonly #seen: Pending[] = []
  readonly #unseen: { part: Part; offset: number; values: number[] }[] = []
  readonly #sampling = new RowEstimate()
  readonly proof: PartsProof = { fromBytes: 0, isClosedToNoData: true, shorter: 0, unproven: [], unprovenParts: 0 }
  readonly whole: { part: Part; digest: string }[] = []
  #wholeBytes = 0
  #again = 0
  callsAgain = 0
  /** Number of whole parts in which a second read found other rows. */
  differing = 0
  #foreign = 0
  #slot = 0
  /** Includes calls refused as too large. */
  calls = 0
  split = 0
  repeats = 0

  constructor(
    filters: readonly ByteFilter[],
    private readonly ask: AskPart,
  ) {
    this.#root = Part.whole(filters)
    this.#add({ part: this.#root, sightings: new Map() })
  }

  get isDone(): boolean {
    return this.left === 0
  }

  get left(): number {
    return this.#samples.length + this.#seen.length + this.#unseen.reduce((sum, { values }) => sum + values.length, 0)
  }

  get leftAgain(): number {
    return this.whole.length - this.#again
  }

  get bytes(): number {
    const pending = [...this.#samples, ...this.#seen].reduce((sum, { bytes }) => sum + bytes, 0)
    return this.#unseen.reduce((sum, { part }) => sum + UNSEEN_BYTES + part.bytes, this.#wholeBytes + pending)
  }

  /** True if the indexer repeatedly returns rows that do not match: reading on proves nothing. */
  get isPointless(): boolean {
    return this.#foreign >= MAX_FOREIGN_ANSWERS
  }

  get isProven(): boolean {
    const { unprovenParts, fromBytes, isClosedToNoData } = this.proof
    return unprovenParts === 0 && fromBytes === 0 && isClosedToNoData
  }

  clear(): void {
    for (const parts of [this.#samples, this.#seen, this.#unseen]) parts.length = 0
    this.#wholeBytes = 0
  }

  get estimate() {
    return this.#sampling.estimate(this.calls, this.left)
  }

  /** After a failure the same part is next. @throws RpcError, also if even the smallest answer is too large */
  async next(first?: PartAnswer): Promise<PartOutcome> {
    const pending = this.#take()
    let answer: PartAnswer
    try {
      answer = first ?? (await this.#answerTo(pending.part))
    } catch (error) {
      const isLargeRow = isRpcError(error) && isAnswerTooLarge(error.failure) && pending.part !== this.#root
      if (isLargeRow) return this.#leaveUnproven(pending, [], 'too_large', this.#slot)
      this.#add(pending)
      throw error
    }
    this.#slot = Math.max(this.#slot, answer.slot)
    const outcome = this.#judge(pending, answer)
    const { sample } = pending
    if (sample !== undefined) {
      this.#sampling.answered(sample, answer.rows.length, answer.full, this.calls, this.left)
    }
    return outcome
  }

  async nextAgain(): Promise<PartOutcome> {
    const before = this.whole[this.#again]
    if (!before) throw new Error('Every part was read again.')
    this.callsAgain++
    const { rows, slot, full } = await this.ask(before.part.filters, MAX_LIMIT)
    this.#again++
    if (full || digestOf(rows) !== before.digest) this.differing++
    return { is: 'whole', slot, rows: [], seen: [], gone: [] }
  }

  #take(): Pending {
    const seen = this.#samples.pop() ?? this.#seen.pop()
    if (seen) return seen
    const [split] = this.#unseen
    const value = split?.values.shift()
    if (!split || value === undefined) throw new Error('Every part was read.')
    if (split.values.length === 0) this.#unseen.shift()
    return { part: split.part.with(split.offset, value), sightings: new Map(), bytes: 0 }
  }

  #add(pending: Omit<Pending, 'bytes'>): void {
    let { bytes } = pending.part
    for (const { row } of pending.sightings.values()) bytes += rowBytes(row)
    const to = pending.sample === undefined ? this.#seen : this.#samples
    to.push({ ...pending, bytes })
  }

  #answerTo({ filters }: Part): Promise<PartAnswer> {
    return withFewerRows(MAX_LIMIT, (limit) => {
      this.calls++
      return this.ask(filters, limit)
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
    // No known indexer repeats rows; one that does may omit others.
    if (all.length > byHash.size) return this.#leaveUnproven(pending, rows, 'repeated', slot)
    const absent = [...sightings.values()].filter(({ row }) => !byHash.has(row.hash))
    // A row that was seen at this slot or later, and created before, cannot be consumed at this slot.
    const isMissing = (sighting: Sighting) => slot <= sighting.slot && sighting.row.slotCreated <= slot
    if (absent.some(isMissing) || this.#ignoresFilter(pending, rows)) {
      return this.#leaveUnproven(pending, rows, 'missing', slot)
    }
    const gone = absent.filter((sighting) => sighting.slot < slot).map(({ row }) => row.hash)
    // The indexer went back: these rows were created after this answer but seen before it.
    const later = absent.filter((sighting) => sighting.slot >= slot).map(({ row }) => row)
    const found = [...rows, ...later]
    this.whole.push({ part, digest: digestOf(found) })
    this.#wholeBytes += part.bytes
    return { is: 'whole', slot, rows: found, seen: [], gone }
  }

  /** True if the filter without bytes matched nothing although rows with data exist: it means something else here. */
  #ignoresFilter({ part, sightings }: Pending, rows: readonly AccountItem[]): boolean {
    return part !== this.#root && part.leastBytes === 0 && rows.length === 0 && sightings.size > 0
  }

  #splitUp(pending: Pending, rows: readonly AccountItem[], slot: number): PartOutcome {
    const { part, sightings } = pending
    const { proof } = this
    if (!part.hasData) proof.isClosedToNoData = false
    const withData = rows.filter(({ data }) => data)
    let ended: readonly AccountItem[]
    // Rows without data leave too few rows to choose a split by.
    if (!part.hasData && withData.length < Math.min(MIN_SAMPLE, rows.length)) {
      proof.fromBytes = Math.max(proof.fromBytes, 1)
      const own = new Map(withData.map((row) => [row.hash, { row, slot }]))
      this.#add({ part: Part.whole([ANY_DATA]), sightings: own })
      ended = rows.filter(({ data }) => !data)
    } else {
      const split = chooseSplit(part, rows)
      if (typeof split === 'string') return this.#leaveUnproven(pending, rows, split, slot)
      if (split.isOpen) proof.fromBytes = Math.max(proof.fromBytes, split.offset + 1)
      ended = [...split.ended, ...this.#enqueue(part, split, slot, sightings)]
    }
    this.split++
    proof.shorter += ended.filter(({ data }) => data).length
    return { is: 'split', slot, rows: ended, seen: rows, gone: [] }
  }

  #enqueue(part: Part, split: Split, slot: number, earlier: ReadonlyMap<string, Sighting>): AccountItem[] {
    const { offset, seen } = split
    const pendings = new Map<number, Map<string, Sighting>>()
    const add = (value: number, sighting: Sighting) => {
      const sightings = pendings.get(value) ?? new Map<string, Sighting>()
      pendings.set(value, sightings.set(sighting.row.hash, sighting))
    }
    for (const { value, rows } of seen) for (const row of rows) add(value, { row, slot })
    const listed = new Set([...seen.flatMap(({ rows }) => rows), ...split.ended].map(({ hash }) => hash))
    const ended: AccountItem[] = []
    for (const sighting of earlier.values()) {
      const { row } = sighting
      if (listed.has(row.hash)) continue
      const value = row.data ? Buffer.from(row.data.data, 'base64')[offset] : undefined
      if (value === undefined) ended.push(row)
      else add(value, sighting)
    }
    const samples = this.#sampling.begin(split)
    for (const [value, sightings] of [...pendings].reverse()) {
      this.#add({ part: part.with(offset, value), sightings, ...(samples.includes(value) && { sample: value }) })
    }
    const values = Array.from({ length: BYTE_VALUES }, (_, value) => value).filter((value) => !pendings.has(value))
    if (values.length > 0) this.#unseen.push({ part, offset, values })
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
    const { proof } = this
    if (!part.hasData) proof.isClosedToNoData = false
    proof.unprovenParts++
    if (proof.unproven.length < MAX_NAMED_PARTS) proof.unproven.push({ bytes: part.name, rows: rows.length, why })
    return { is: 'unproven', slot, rows, seen: [], gone: [] }
  }
}

function digestOf(rows: readonly AccountItem[]): string {
  const hash = createHash('sha256')
  for (const of of rows.map((row) => row.hash).sort()) hash.update(of)
  return hash.digest('base64')
}
