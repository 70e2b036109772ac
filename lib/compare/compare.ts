import { parseLag, toProblem } from '../api/rpc-problem'
import { formatCount } from '../format/numbers'
import { isListRoomFull } from '../listing/read/list-room'
import { nowIso } from '../platform/clock'
import { isRpcError } from '../protocol/rpc/failure'
import type { ListMethod, Params } from '../protocol/rpc/methods'
import { compareLists, type ListResult, type ProveRows } from './compare-lists'
import { compareSignatures } from './compare-signatures'
import {
  type ComparedSide,
  type CompareRequest,
  type Comparison,
  type ComparisonVerdict,
  type Difference,
  type Pair,
  type SideIndex,
  type SideReport,
  zeroSetAside,
} from './contract'
import { COMPARED_METHODS } from './methods'
import { MAX_CHUNKS, readRows } from './read-rows'
import { readLatest, readSignatures, readToSameSlot } from './read-signatures'
import type { CompareMemory, Side } from './side'
import { summaryOf } from './summary'

const MAX_DIFFERENCES = 1_000
const MAX_VALUE_BYTES = 4 * 1024 * 1024

const NO_ROOM = 'There is no memory for its rows at present.'
const GONE = 'Another reader’s lists needed the memory for its rows.'

export interface CompareOptions {
  prove: ProveRows
  mostChunks?: number
  /** Call budget per side for reading a list in parts; absent: parts are only estimated. */
  mostPartCalls?: number
  room?: CompareMemory
}

const BOUNDLESS: CompareMemory = { hold() {}, settle: () => true }

/**
 * Compares two sides' answers to one request, aligned by slot. Rows that a difference in slots may explain are no differences.
 * Does not throw if a side fails: the verdict is `not_compared`. Issue 28, part 2.
 */
export async function compare(
  given: Pair<Side>,
  request: CompareRequest,
  options: CompareOptions,
): Promise<Comparison> {
  const calls: [number, number] = [0, 0]
  const counted = (on: SideIndex): Side => ({
    label: given[on].label,
    ask(method, params) {
      calls[on]++
      return given[on].ask(method, params)
    },
  })
  const { reads, result } = await inBoth([counted(0), counted(1)], request, options)
  const sideOf = (on: SideIndex): ComparedSide => {
    const { slots, rows, partBecause, partsEstimate, failed } = reads[on]
    return { label: given[on].label, slots, rows, calls: calls[on], partBecause, partsEstimate, failed }
  }
  const [one, other] = [sideOf(0), sideOf(1)]
  const { what, ...params } = request
  const { differences, ...found } = result ?? NOTHING_COMPARED
  const comparison: Omit<Comparison, 'summary'> = {
    what,
    method: COMPARED_METHODS[what],
    params,
    verdict: result ? verdictOf(result) : 'not_compared',
    sides: [one, other],
    slotsApart: one.slots && other.slots ? Math.abs(one.slots.to - other.slots.to) : null,
    ...found,
    differences: firstOf(differences),
    comparedAt: nowIso(),
  }
  return { ...comparison, summary: summaryOf(comparison) }
}

function firstOf(differences: readonly Difference[]): Difference[] {
  const listed: Difference[] = []
  let bytes = 0
  for (const difference of differences) {
    bytes += differenceBytes(difference)
    if (listed.length === MAX_DIFFERENCES || (bytes > MAX_VALUE_BYTES && listed.length > 0)) break
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
  setAside: zeroSetAside(),
  unsettled: [],
}

type SideRead = SideReport & { failed: string | null }

interface BothRead {
  reads: Pair<SideRead>
  result: ListResult | null
}

function inBoth(sides: Pair<Side>, request: CompareRequest, options: CompareOptions): Promise<BothRead> {
  const { prove, mostChunks = MAX_CHUNKS, mostPartCalls = null, room = BOUNDLESS } = options
  const bounds = { mostChunks, mostPartCalls }
  const both = <R extends SideReport>(
    read: (side: Side) => Promise<R>,
    compareRead: (values: Pair<R>) => ListResult | Promise<ListResult>,
  ) => readBoth(sides, room, read, compareRead)
  const { what: _, ...params } = request
  switch (request.what) {
    case 'owner':
    case 'delegate':
      return both(
        (side) =>
          readRows<ListMethod>(side, COMPARED_METHODS[request.what], params as Params<ListMethod>, bounds, room),
        (lists) => compareLists(sides, lists, prove),
      )
    case 'signatures':
      room.settle()
      return both((side) => readSignatures(side, request.hash, room), compareSignatures)
    case 'latest':
      room.settle()
      return both(
        (side) => readLatest(side, room),
        async (pages) => compareSignatures(await readToSameSlot(sides, pages, room)),
      )
    case 'slot':
      return both(async (side) => {
        const slot = await side.ask('getIndexerSlot', {})
        return { ...ANSWERED, slots: { from: slot, to: slot } }
      }, compareSlots)
    case 'health':
      return both<SideReport & { health: string }>(async (side) => {
        return { ...ANSWERED, health: await healthOf(side) }
      }, compareHealth)
    default:
      return request satisfies never
  }
}

const ANSWERED: SideReport = { slots: null, rows: null, partBecause: null, partsEstimate: null }

async function readBoth<R extends SideReport>(
  sides: Pair<Side>,
  room: CompareMemory,
  read: (side: Side) => Promise<R>,
  compareRead: (values: Pair<R>) => ListResult | Promise<ListResult>,
): Promise<BothRead> {
  const one = async (side: Side): Promise<(R & { failed: null }) | (SideReport & { failed: string })> => {
    try {
      return { ...(await read(side)), failed: null }
    } catch (error) {
      if (isListRoomFull(error)) return { ...ANSWERED, failed: NO_ROOM }
      if (!isRpcError(error)) throw error
      return { ...ANSWERED, failed: toProblem(error.failure).detail }
    }
  }
  const reads = await Promise.all([one(sides[0]), one(sides[1])])
  if (!room.settle()) return { reads: [GONE_READ, GONE_READ], result: null }
  const [first, second] = reads
  const isRead = first.failed === null && second.failed === null
  return { reads, result: isRead ? await compareRead([first, second]) : null }
}

const GONE_READ: SideRead = { ...ANSWERED, failed: GONE }

/** Slots of two live indexers always differ: that is lag, not a disagreement. */
function compareSlots([one, other]: Pair<SideReport>): ListResult {
  const because = 'they are at different slots, which is lag and no disagreement'
  return { ...NOTHING_COMPARED, unsettled: one.slots?.to === other.slots?.to ? [] : [{ rows: 0, because }] }
}

function compareHealth([one, other]: Pair<{ health: string }>): ListResult {
  if (one.health === other.health) return NOTHING_COMPARED
  const values = [one.health, other.health] as const
  return { ...NOTHING_COMPARED, differences: [{ kind: 'answer', values }], differencesFound: 1 }
}

/** A side's health as text, with its lag. @throws RpcError for errors other than lag */
async function healthOf(side: Side): Promise<string> {
  try {
    return await side.ask('getIndexerHealth', {})
  } catch (error) {
    if (!isRpcError(error)) throw error
    const { failure } = error
    const lag = failure.kind === 'rpc' ? parseLag(failure.message) : null
    if (!lag) throw error
    return lag.lag === null ? 'behind' : `behind by ${formatCount(lag.lag, 'slot')}`
  }
}

function verdictOf({ differences, unsettled }: ListResult): ComparisonVerdict {
  if (differences.length > 0) return 'differs'
  return unsettled.length > 0 ? 'not_settled' : 'equal'
}
