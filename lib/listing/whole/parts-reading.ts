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

export interface PartAnswer {
  rows: readonly AccountItem[]
  slot: number
  /** As many rows as requested, or a cursor: others may follow. */
  full: boolean
}

/** The caller chooses the indexer. @throws RpcError */
export type AskPart = (filters: readonly ByteFilter[], limit: number) => Promise<PartAnswer>

export type PartOutcome = {
  part: Part
  slot: number
  rows: readonly AccountItem[]
} & (
  | {
      /** `gone`: hashes from an earlier, longer answer that were consumed since. */
      is: 'whole'
      gone: readonly string[]
    }
  | {
      /** Longer than an answer. `outside`: rows whose data end too early for any of its parts. */
      is: 'split'
      outside: readonly AccountItem[]
    }
  | { is: 'unproven'; why: UnprovenPart['why'] }
)

export interface PartsProof {
  /** Every row with at least this many bytes is in a whole part, or in one that `unproven` names. */
  fromBytes: number
  /** No row without data can be missing. */
  isClosedToNoData: boolean
  /** Rows that no part can have: their data are missing or end too early. */
  shorter: number
  withoutData: number
  unproven: readonly UnprovenPart[]
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
}

const MOST_NAMED = 20

/** Answers with foreign rows until the indexer counts as not filtering. */
const MOST_FOREIGN = 3

/** Fewer rows with data in the first answer are no sample. */
const LEAST_SAMPLE = 100

const UNSEEN_BYTES = 2_500

/** Empty bytes match every account that has data. facts/photon-wire.md 5. */
const ANY_DATA: ByteFilter = { offset: 0, bytes: new Uint8Array() }

/**
 * A part that fits an answer is whole; a longer one is split by a data byte into 256. Seen values are read first, since most
 * rows are in few answers; then all others, to prove that nothing else exists. A row is in one part at most.
 * facts/photon-wire.md 5, 8.
 */
export class PartsReading {
  readonly #ask: AskPart
  readonly #root: Part
  readonly #samples: Pending[] = []
  /** The next one last; the newest split first, so that few rows wait to be found again. */
  readonly #seen: Pending[] = []
  readonly #unseen: { part: Part; offset: number; values: number[] }[] = []
  readonly #sampling = new Sampling()
  readonly #unproven: UnprovenPart[] = []
  #unprovenParts = 0
  #foreign = 0
  #fromBytes = 0
  #shorter = 0
  #withoutData = 0
  #isClosedToNoData = true
  bytes = 0
  /** Includes calls refused as too large. */
  calls = 0
  whole = 0
  split = 0
  repeats = 0
  slots: { from: number; to: number } | null = null

  constructor(filters: readonly ByteFilter[], ask: AskPart) {
    this.#ask = ask
    this.#root = Part.whole(filters)
    this.#add({ part: this.#root, sightings: new Map() })
  }

  get isDone(): boolean {
    return this.left === 0
  }

  get left(): number {
    return this.#samples.length + this.#seen.length + this.#unseen.reduce((sum, { values }) => sum + values.length, 0)
  }

  /** The indexer repeatedly returns foreign rows: reading on proves nothing. */
  get isPointless(): boolean {
    return this.#foreign >= MOST_FOREIGN
  }

  clear(): void {
    for (const parts of [this.#samples, this.#seen, this.#unseen]) parts.length = 0
    this.bytes = 0
  }

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

  /** On failure the part stays the next one. @throws RpcError, also where the whole list's smallest answer is too large */
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
    // No known indexer does this; one that repeats rows may omit others.
    if (all.length > byHash.size) return this.#leaveUnproven(pending, rows, 'repeated', slot)
    const absent = [...sightings.values()].filter(({ row }) => !byHash.has(row.hash))
    // A row seen at this slot or later, and created by then, cannot have been consumed before.
    const isMissing = (sighting: Sighting) => slot <= sighting.slot && sighting.row.slotCreated <= slot
    if (absent.some(isMissing) || this.#ignoresFilter(pending, rows)) {
      return this.#leaveUnproven(pending, rows, 'missing', slot)
    }
    this.whole++
    this.bytes += part.bytes
    const gone = absent.filter((sighting) => sighting.slot < slot).map(({ row }) => row.hash)
    // The indexer went back: these were created after this answer, and seen before it.
    const later = absent.filter((sighting) => sighting.slot >= slot).map(({ row }) => row)
    return { is: 'whole', part, slot, rows: [...rows, ...later], gone }
  }

  /** No rows for a filter of no bytes, though rows with data were seen: the indexer interprets it differently. */
  #ignoresFilter({ part, sightings }: Pending, rows: readonly AccountItem[]): boolean {
    return part !== this.#root && part.leastBytes === 0 && rows.length === 0 && sightings.size > 0
  }

  #splitUp(pending: Pending, rows: readonly AccountItem[], slot: number): PartOutcome {
    const { part, sightings } = pending
    if (!part.hasData) this.#isClosedToNoData = false
    const withData = rows.filter(({ data }) => data)
    // Rows without data crowd out those that choose a split.
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

  #leaveOutside(rows: readonly AccountItem[]): readonly AccountItem[] {
    const withoutData = rows.filter(({ data }) => !data).length
    this.#withoutData += withoutData
    this.#shorter += rows.length - withoutData
    return rows
  }

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
