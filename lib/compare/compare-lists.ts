import type { RowProof } from '../account/proof/contract'
import { toProblem } from '../api/rpc-problem'
import { loopTurn } from '../platform/turns'
import { isRpcError } from '../protocol/rpc/failure'
import {
  type AccountItem,
  type AnyItem,
  accountIn,
  holdsAccount,
  identityOf,
  type ProvableRow,
} from '../protocol/rpc/items'
import {
  type Comparison,
  type Difference,
  type DifferingField,
  type LackingReason,
  type Pair,
  SIDES,
  type SideIndex,
  zeroSetAside,
} from './contract'
import { differingFields } from './differing-fields'
import type { ListedRow, SideRows } from './rows-read'
import type { Side } from './side'

const MAX_CALLS = 50

/** Calls for certain differences, only to show the other side's answer. */
const EVIDENCE_CALLS = 10

const MAX_PROOFS = 200

const MAX_CHANGED = 1_000

const ROWS_PER_TURN = 500

/** Resolves to proofs in the order of the rows; null: not computed in time. */
export type ProveRows = (label: string, rows: readonly ProvableRow[]) => Promise<(RowProof | null)[]>

export type ListResult = Pick<
  Comparison,
  'rowsCompared' | 'differences' | 'differencesFound' | 'setAside' | 'unsettled'
>

interface Candidate extends ListedRow {
  on: SideIndex
}

interface Changed {
  rows: Pair<AnyItem>
  fields: DifferingField[]
}

interface Missing {
  candidate: Candidate
  lacking: LackingReason
}

/**
 * A row on one side is no difference where slots explain it: created above the other's slot, or consumed above the slot at
 * which it was listed. Two live indexers are never at the same slot, so the rest may stay uncertain.
 */
export async function compareLists(sides: Pair<Side>, lists: Pair<SideRows>, prove: ProveRows): Promise<ListResult> {
  const setAside = zeroSetAside()
  const unsettled = new Map<string, number>()
  const leaveOpen = (because: string, rows = 1) => unsettled.set(because, (unsettled.get(because) ?? 0) + rows)
  const notCovered = (on: SideIndex) => {
    return `the list of ${sides[on].label} was not read that far: ${lists[on].partBecause ?? 'its order is not known'}`
  }
  const changed: Changed[] = []
  let changedFound = 0
  const compareRows = (rows: Pair<AnyItem>) => {
    const fields = differingFields(...rows)
    if (fields.length > 0 && ++changedFound <= MAX_CHANGED) changed.push({ rows, fields })
  }
  let taken = 0
  const inPortions = () => (++taken % ROWS_PER_TURN === 0 ? loopTurn() : undefined)

  const candidates: Candidate[] = []
  let rowsCompared = 0
  for (const on of SIDES) {
    for (const [id, listed] of lists[on].byId) {
      await inPortions()
      const twin = lists[otherOf(on)].byId.get(id)
      if (!twin) candidates.push({ ...listed, on })
      else if (on === 0) {
        rowsCompared++
        compareRows([listed.row, twin.row])
      }
    }
  }

  for (const on of SIDES) if (lists[on].partBecause) leaveOpen(notCovered(on), 0)
  const doubtful: Candidate[] = []
  const certain = new Set<Candidate>()
  for (const candidate of candidates) {
    await inPortions()
    const lacks = lists[otherOf(candidate.on)]
    if (!lacks.covers(candidate.row)) leaveOpen(notCovered(otherOf(candidate.on)))
    else if (accountOf(candidate.row).slotCreated > lacks.slots.from) setAside.created++
    // The other side's answers are no newer, so no later transaction explains the missing row.
    else if (candidate.slot >= lacks.until) certain.add(candidate)
    else doubtful.push(candidate)
  }
  const paired = atOneLeaf([...certain, ...doubtful])
  for (const [one, other] of paired) {
    await inPortions()
    compareRows([one.row, other.row])
  }

  const inPairs = new Set(paired.flat())
  const only: Missing[] = []
  let calls = 0
  for (const candidate of [...doubtful, ...certain]) {
    if (inPairs.has(candidate)) continue
    const settled = certain.has(candidate)
    if (settled && (calls >= MAX_CALLS || only.length >= EVIDENCE_CALLS)) {
      only.push({ candidate, lacking: { kind: 'not_asked' } })
      continue
    }
    if (!settled && calls >= MAX_CALLS) {
      leaveOpen(`only ${MAX_CALLS} rows are looked up on the side that lacks them`)
      continue
    }
    calls++
    const side = sides[otherOf(candidate.on)]
    const lacking = await lackingOf(side, candidate)
    if (lacking === 'consumed since') setAside.consumed++
    else if (lacking !== 'failed') only.push({ candidate, lacking })
    else if (settled) only.push({ candidate, lacking: { kind: 'not_asked' } })
    else leaveOpen(`${side.label} could not be asked what became of them`)
  }
  const repeated = SIDES.flatMap((on) =>
    Array.from(lists[on].repeated, ([row, times]): Difference => ({ kind: 'duplicate', row, on, times })),
  )
  const differences = [...repeated, ...(await withProofs(sides, changed, only, prove))]
  return {
    rowsCompared: rowsCompared + paired.length,
    differences,
    differencesFound: differences.length + changedFound - changed.length,
    setAside,
    unsettled: Array.from(unsettled, ([because, rows]) => ({ because, rows })),
  }
}

async function withProofs(
  sides: Pair<Side>,
  changed: readonly Changed[],
  only: readonly Missing[],
  prove: ProveRows,
): Promise<Difference[]> {
  const proofsOf = async (on: SideIndex, rows: readonly AnyItem[]) => {
    const provable = rows.slice(0, MAX_PROOFS).filter(holdsAccount)
    return provable.length > 0 ? prove(sides[on].label, provable) : []
  }
  const rowsOn = (on: SideIndex) => changed.map(({ rows }) => rows[on])
  const [one, other] = await Promise.all([proofsOf(0, rowsOn(0)), proofsOf(1, rowsOn(1))])
  const proven = new Map<AnyItem, RowProof | null>()
  for (const on of SIDES) {
    const rows = only.flatMap(({ candidate }) => (candidate.on === on ? candidate.row : []))
    for (const [i, proof] of (await proofsOf(on, rows)).entries()) proven.set(rows[i] as AnyItem, proof)
  }
  return [
    ...changed.map(({ rows, fields }, i): Difference => {
      const proofs = [one[i] ?? null, other[i] ?? null] as const
      return { kind: 'fields', row: identityOf(rows[0]), fields, proofs, right: rightOf(proofs) }
    }),
    ...only.map(({ candidate: { on, row }, lacking }): Difference => {
      const proof = proven.get(row) ?? null
      // A valid hash doesn't prove that the row belongs in the list; an invalid one proves that no such account exists.
      const right = proof?.result === 'differs' ? otherOf(on) : lacking.kind === 'live' ? on : null
      return { kind: 'only', row: identityOf(row), on, slot: accountOf(row).slotCreated, lacking, proof, right }
    }),
  ]
}

/** Pairs rows at the same leaf of the same tree: one account, listed with different hashes. */
function atOneLeaf(candidates: readonly Candidate[]): Pair<Candidate>[] {
  const leaves = new Map<string, [Candidate | null, Candidate | null]>()
  for (const candidate of candidates) {
    const { tree, leafIndex } = accountOf(candidate.row)
    const leaf = leaves.get(`${tree} ${leafIndex}`) ?? [null, null]
    leaf[candidate.on] ??= candidate
    leaves.set(`${tree} ${leafIndex}`, leaf)
  }
  return [...leaves.values()].flatMap(([one, other]) => (one && other ? [[one, other] as const] : []))
}

/** `consumed since`: consumed above the slot at which the row was listed, so its absence is right. */
async function lackingOf(side: Side, { row, slot }: Candidate): Promise<LackingReason | 'consumed since' | 'failed'> {
  try {
    const { value } = await side.ask('getCompressionSignaturesForAccount', { hash: identityOf(row) })
    if (value.items.length < 2) return { kind: 'live' }
    const consumed = Math.max(...value.items.map((item) => item.slot))
    return consumed > slot ? 'consumed since' : { kind: 'consumed', slot: consumed }
  } catch (error) {
    if (!isRpcError(error)) throw error
    return toProblem(error.failure).code === 'not_found' ? { kind: 'unknown_hash' } : 'failed'
  }
}

/** The side whose fields match the hash, if the other's do not; null: undecided. */
function rightOf([one, other]: Pair<RowProof | null>): SideIndex | null {
  if (one?.result === 'matches' && other?.result === 'differs') return 0
  return one?.result === 'differs' && other?.result === 'matches' ? 1 : null
}

function accountOf(row: AnyItem): AccountItem {
  if (!holdsAccount(row)) throw new Error('the row holds no account')
  return accountIn(row)
}

function otherOf(side: SideIndex): SideIndex {
  return side === 0 ? 1 : 0
}
