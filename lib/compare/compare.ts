import { lagOf, toProblem } from '../api/rpc-problem'
import { counted } from '../format/numbers'
import { isNoRoom } from '../listing/read/list-room'
import { nowIso } from '../platform/clock'
import { isRpcError } from '../protocol/rpc/failure'
import { compareLists, type ListResult, type Prove } from './compare-lists'
import { compareSignatures, type SideSignatures } from './compare-signatures'
import {
  COMPARED,
  type ComparedSide,
  type CompareRequest,
  type Comparison,
  type ComparisonVerdict,
  type Difference,
  noneSetAside,
  type Pair,
} from './contract'
import { MOST_CHUNKS, readRows } from './read-rows'
import { asDeep, readLatest, readSignatures } from './read-signatures'
import type { SideRows } from './rows-read'
import { type CompareRoom, CountedSide, type Side } from './side'
import { summaryOf } from './summary'

const MOST_DIFFERENCES = 1_000
const MOST_VALUE_BYTES = 4 * 1024 * 1024

const NO_ROOM = 'There is no memory for its rows at present.'
const GONE = 'Another reader’s lists needed the memory for its rows.'

export interface CompareOptions {
  prove: Prove
  mostChunks?: number
  /** Calls per side to read a list in parts; absent: parts are only estimated. */
  mostPartCalls?: number
  room?: CompareRoom
}

const BOUNDLESS: CompareRoom = { hold() {}, settle: () => true }

/**
 * Compares two sides' answers to one request, aligned by slot. What slots explain or leave open is no difference. A failing
 * side makes it `not_compared`, and is not thrown. Issue 28, part 2.
 */
export async function compare(
  given: Pair<Side>,
  request: CompareRequest,
  options: CompareOptions,
): Promise<Comparison> {
  const sides = [new CountedSide(given[0]), new CountedSide(given[1])] as const
  const { reads, result } = await inBoth(sides, request, options)
  const [one, other] = [comparedSide(sides[0], reads[0]), comparedSide(sides[1], reads[1])]
  const { what, ...params } = request
  const { differences, ...found } = result ?? NOTHING_COMPARED
  const listed = firstOf(differences)
  const comparison: Omit<Comparison, 'summary'> = {
    what,
    method: COMPARED[what],
    params,
    verdict: result ? verdictOf(result) : 'not_compared',
    sides: [one, other],
    slotsApart: one.slots && other.slots ? Math.abs(one.slots.to - other.slots.to) : null,
    ...found,
    differences: listed,
    comparedAt: nowIso(),
  }
  return { ...comparison, summary: summaryOf(comparison) }
}

function firstOf(differences: readonly Difference[]): Difference[] {
  const listed: Difference[] = []
  let bytes = 0
  for (const difference of differences) {
    bytes += differenceBytes(difference)
    if (listed.length === MOST_DIFFERENCES || (bytes > MOST_VALUE_BYTES && listed.length > 0)) break
    listed.push(difference)
  }
  return listed
}

export function comparisonBytes({ differences }: Comparison): number {
  return differences.reduce((sum, difference) => sum + differenceBytes(difference), 4_000)
}

function differenceBytes(difference: Difference): number {
  if (difference.kind !== 'fields') return 600
  const texts = difference.fields.flatMap(({ values }) => values.map((value) => String(value ?? '').length))
  return texts.reduce((sum, chars) => sum + 100 + 2 * chars, 600)
}

const NOTHING_COMPARED: ListResult = {
  rowsCompared: 0,
  differences: [],
  differencesFound: 0,
  setAside: noneSetAside(),
  unsettled: [],
}

type SideFacts = Pick<ComparedSide, 'slots' | 'rows' | 'partBecause' | 'partsEstimate'>

const ALL_READ = { partBecause: null, partsEstimate: null }

type SideRead<R> = { ok: true; value: R; facts: SideFacts } | { ok: false; failed: string }

interface BothRead {
  reads: Pair<SideRead<unknown>>
  result: ListResult | null
}

function inBoth(sides: Pair<Side>, request: CompareRequest, options: CompareOptions): Promise<BothRead> {
  const { prove, mostChunks = MOST_CHUNKS, mostPartCalls = null, room = BOUNDLESS } = options
  const bounds = { mostChunks, mostPartCalls }
  const { what, ...params } = request
  const ofRows = ({ slots, count, partBecause, partsEstimate }: SideRows): SideFacts => ({
    slots,
    rows: count,
    partBecause,
    partsEstimate,
  })
  const ofItems = ({ slots, items }: SideSignatures): SideFacts => ({ ...ALL_READ, slots, rows: items.length })
  const list = (read: (side: Side) => Promise<SideRows>) =>
    readBoth(sides, room, read, ofRows, (lists) => compareLists(sides, lists, prove))
  switch (request.what) {
    case 'owner':
      return list((side) => readRows(side, COMPARED.owner, { owner: request.owner }, bounds, room))
    case 'delegate':
      return list((side) => readRows(side, COMPARED.delegate, { ...params, delegate: request.delegate }, bounds, room))
    case 'signatures':
      room.settle()
      return readBoth(sides, room, (side) => readSignatures(side, request.hash, room), ofItems, compareSignatures)
    case 'latest':
      room.settle()
      return readBoth(
        sides,
        room,
        (side) => readLatest(side, room),
        ofItems,
        async (pages) => compareSignatures(await asDeep(sides, pages, room)),
      )
    case 'slot':
      return readBoth(
        sides,
        room,
        (side) => side.ask('getIndexerSlot', {}),
        (slot) => ofSlot(slot),
        compareSlots,
      )
    case 'health':
      return readBoth(sides, room, healthOf, () => ofSlot(null), compareHealth)
    default:
      return request satisfies never
  }
}

async function readBoth<R>(
  sides: Pair<Side>,
  room: CompareRoom,
  read: (side: Side) => Promise<R>,
  factsOf: (value: R) => SideFacts,
  compareRead: (values: Pair<R>) => ListResult | Promise<ListResult>,
): Promise<BothRead> {
  const one = async (side: Side): Promise<SideRead<R>> => {
    try {
      const value = await read(side)
      return { ok: true, value, facts: factsOf(value) }
    } catch (error) {
      if (isNoRoom(error)) return { ok: false, failed: NO_ROOM }
      if (!isRpcError(error)) throw error
      return { ok: false, failed: toProblem(error.failure).detail }
    }
  }
  const reads = await Promise.all([one(sides[0]), one(sides[1])])
  if (!room.settle()) return { reads: [GONE_READ, GONE_READ], result: null }
  const [first, second] = reads
  return { reads, result: first.ok && second.ok ? await compareRead([first.value, second.value]) : null }
}

const GONE_READ = { ok: false, failed: GONE } as const

function comparedSide({ label, calls }: CountedSide, read: SideRead<unknown>): ComparedSide {
  const { slots, rows, partBecause, partsEstimate } = read.ok ? read.facts : { ...ALL_READ, slots: null, rows: null }
  return { label, slots, rows, calls, partBecause, partsEstimate, failed: read.ok ? null : read.failed }
}

function ofSlot(slot: number | null): SideFacts {
  return { slots: slot === null ? null : { from: slot, to: slot }, rows: null, ...ALL_READ }
}

/** Slots of two live indexers always differ: that is lag, not a disagreement. */
function compareSlots([one, other]: Pair<number>): ListResult {
  const because = 'they are at different slots, which is lag and no disagreement'
  return { ...NOTHING_COMPARED, unsettled: one === other ? [] : [{ rows: 0, because }] }
}

function compareHealth(values: Pair<string>): ListResult {
  if (values[0] === values[1]) return NOTHING_COMPARED
  return { ...NOTHING_COMPARED, differences: [{ kind: 'answer', values }], differencesFound: 1 }
}

/** A side's health in words, with its lag. @throws RpcError where it reports none */
async function healthOf(side: Side): Promise<string> {
  try {
    return await side.ask('getIndexerHealth', {})
  } catch (error) {
    if (!isRpcError(error)) throw error
    const { failure } = error
    const lag = failure.kind === 'rpc' ? lagOf(failure.message) : null
    if (!lag) throw error
    return lag.lag === null ? 'behind' : `behind by ${counted(lag.lag, 'slot')}`
  }
}

function verdictOf({ differences, unsettled }: ListResult): ComparisonVerdict {
  if (differences.length > 0) return 'differs'
  return unsettled.length > 0 ? 'not_settled' : 'equal'
}
