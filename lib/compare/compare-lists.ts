import { isProvable, type ProvableRow, type RowProof } from '../account/proof/contract'
import { toProblem } from '../api/rpc-problem'
import { loopTurn } from '../platform/turns'
import { isRpcError } from '../protocol/rpc/failure'
import { type AccountItem, type AnyItem, identityOf } from '../protocol/rpc/items'
import {
  type Difference,
  type DifferingField,
  type Lacking,
  noneSetAside,
  type Pair,
  type SetAside,
  type SideIndex,
  type Unsettled,
} from './contract'
import { differingFields } from './differing-fields'
import type { ListedRow, SideRows } from './rows-read'
import type { Side } from './side'

/** Issue 28. */
const MOST_CALLS = 50

/** Calls for certain differences, only to show the other side's answer. */
const EVIDENCE_CALLS = 10

const MOST_PROOFS = 200

/** Kept; the rest is only counted. */
const MOST_CHANGED = 1_000

const MOST_COPIES = 10

const PORTION = 500

/** In the order of the rows; null: not made in time. */
export type Prove = (label: string, rows: readonly ProvableRow[]) => Promise<(RowProof | null)[]>

export interface ListResult {
  rowsCompared: number
  differences: Difference[]
  differencesFound: number
  setAside: Record<SetAside, number>
  unsettled: Unsettled[]
}

interface Candidate extends ListedRow {
  on: SideIndex
}

/**
 * A row on one side is no difference where slots explain it: created above the other's slot, or consumed above the slot at
 * which it was listed. Two live indexers are never at the same slot, so the rest may stay uncertain.
 */
export async function compareLists(sides: Pair<Side>, lists: Pair<SideRows>, prove: Prove): Promise<ListResult> {
  const setAside = noneSetAside()
  const unsettled = new Reasons()
  const inPortions = portions()
  const changed = new Changed()
  const candidates: Candidate[] = []
  const [one, other] = lists
  let rowsCompared = 0
  for (const [id, listed] of one.rows) {
    await inPortions()
    const twin = other.rows.get(id)
    if (twin) {
      rowsCompared++
      changed.take(differingCopies(one, other, id) ?? [listed.row, twin.row])
    } else candidates.push({ ...listed, on: 0 })
  }
  for (const [id, listed] of other.rows) if (!one.rows.has(id)) candidates.push({ ...listed, on: 1 })

  for (const on of [0, 1] as const) if (lists[on].partBecause) unsettled.add(notCovered(sides[on], lists[on]), 0)
  const doubtful: Candidate[] = []
  const certain: Candidate[] = []
  for (const candidate of candidates) {
    await inPortions()
    const lacks = lists[otherOf(candidate.on)]
    if (!lacks.covers(candidate.row)) unsettled.add(notCovered(sides[otherOf(candidate.on)], lacks))
    else if (createdAt(candidate.row) > lacks.slots.from) setAside.created++
    // All of the other side's answer is at most as new, so no later transaction explains the missing row.
    else if (candidate.slot >= lacks.until) certain.push(candidate)
    else doubtful.push(candidate)
  }
  const [paired, single] = atOneLeaf([...certain, ...doubtful])
  for (const rows of paired) {
    await inPortions()
    changed.take(rows)
  }

  const isCertain = new Set(certain)
  const lacks: { candidate: Candidate; lacking: Lacking | null }[] = []
  const inOrder = [...single.filter((each) => !isCertain.has(each)), ...single.filter((each) => isCertain.has(each))]
  let calls = 0
  for (const candidate of inOrder) {
    const settled = isCertain.has(candidate)
    if (settled && (calls >= MOST_CALLS || lacks.length >= EVIDENCE_CALLS)) {
      lacks.push({ candidate, lacking: { kind: 'not_asked' } })
      continue
    }
    if (!settled && calls >= MOST_CALLS) {
      unsettled.add(`only ${MOST_CALLS} rows are looked up on the side that lacks them`)
      continue
    }
    calls++
    const lacking = await lackingOf(sides[otherOf(candidate.on)], candidate)
    if (lacking === 'consumed since') setAside.consumed++
    else if (lacking !== 'failed') lacks.push({ candidate, lacking })
    else if (settled) lacks.push({ candidate, lacking: { kind: 'not_asked' } })
    else unsettled.add(`${sides[otherOf(candidate.on)].label} could not be asked what became of them`)
  }
  const repeated = [...repeats(lists)]
  const only = await onlyOnOne(sides, lacks, prove)
  return {
    rowsCompared: rowsCompared + paired.length,
    differences: [...repeated, ...(await withProofs(sides, changed.first, prove)), ...only],
    differencesFound: repeated.length + changed.found + only.length,
    setAside,
    unsettled: unsettled.all(),
  }
}

class Changed {
  readonly first: { rows: Pair<AnyItem>; fields: DifferingField[] }[] = []
  found = 0

  take(rows: Pair<AnyItem>): void {
    const fields = differingFields(...rows)
    if (fields.length === 0) return
    this.found++
    if (this.first.length < MOST_CHANGED) this.first.push({ rows, fields })
  }
}

function portions(): () => Promise<unknown> | undefined {
  let rows = 0
  return () => (++rows % PORTION === 0 ? loopTurn() : undefined)
}

function differingCopies(one: SideRows, other: SideRows, id: string): Pair<AnyItem> | null {
  const copiesOf = (list: SideRows) => list.repeated.get(id)?.slice(0, MOST_COPIES) ?? [list.rows.get(id) as ListedRow]
  for (const { row } of copiesOf(one)) {
    for (const copy of copiesOf(other)) if (differingFields(row, copy.row).length > 0) return [row, copy.row]
  }
  return null
}

function* repeats(lists: Pair<SideRows>): Iterable<Difference> {
  for (const on of [0, 1] as const) {
    for (const [row, { length: times }] of lists[on].repeated) yield { kind: 'duplicate', row, on, times }
  }
}

/** Both sides' rows at one leaf of one tree: the same account with different hashes. */
function atOneLeaf(candidates: readonly Candidate[]): [Pair<AnyItem>[], Candidate[]] {
  const leaves = new Map<string, [Candidate | null, Candidate | null]>()
  for (const candidate of candidates) {
    const { tree, leafIndex } = accountOf(candidate.row)
    const leaf = leaves.get(`${tree} ${leafIndex}`) ?? [null, null]
    leaf[candidate.on] ??= candidate
    leaves.set(`${tree} ${leafIndex}`, leaf)
  }
  const taken = new Set<Candidate>()
  const pairs: Pair<AnyItem>[] = []
  for (const [one, other] of leaves.values()) {
    if (!one || !other) continue
    taken.add(one).add(other)
    pairs.push([one.row, other.row])
  }
  return [pairs, candidates.filter((candidate) => !taken.has(candidate))]
}

/** `consumed since`: after the slot at which the row was listed, which explains its absence. */
async function lackingOf(side: Side, { row, slot }: Candidate): Promise<Lacking | 'consumed since' | 'failed'> {
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

async function withProofs(
  sides: Pair<Side>,
  changed: readonly { rows: Pair<AnyItem>; fields: DifferingField[] }[],
  prove: Prove,
): Promise<Difference[]> {
  const drawn = changed.slice(0, MOST_PROOFS)
  const [one, other] = await Promise.all([
    proofsOf(
      sides[0],
      drawn.map(({ rows }) => rows[0]),
      prove,
    ),
    proofsOf(
      sides[1],
      drawn.map(({ rows }) => rows[1]),
      prove,
    ),
  ])
  return changed.map(({ rows, fields }, i) => {
    const proofs = [one[i] ?? null, other[i] ?? null] as const
    return { kind: 'fields', row: identityOf(rows[0]), fields, proofs, right: rightOf(proofs) }
  })
}

async function onlyOnOne(
  sides: Pair<Side>,
  lacks: readonly { candidate: Candidate; lacking: Lacking | null }[],
  prove: Prove,
): Promise<Difference[]> {
  const proofs = new Map<Candidate, RowProof | null>()
  for (const on of [0, 1] as const) {
    const drawn = lacks.filter(({ candidate }) => candidate.on === on).slice(0, MOST_PROOFS)
    const made = await proofsOf(
      sides[on],
      drawn.map(({ candidate }) => candidate.row),
      prove,
    )
    for (const [i, { candidate }] of drawn.entries()) proofs.set(candidate, made[i] ?? null)
  }
  return lacks.map(({ candidate, lacking }) => {
    const { on, row } = candidate
    const proof = proofs.get(candidate) ?? null
    // A valid hash doesn't prove that the row is in the list; an invalid one proves that it is no account of the chain.
    const right = proof?.result === 'differs' ? otherOf(on) : lacking?.kind === 'live' ? on : null
    return { kind: 'only', row: identityOf(row), on, slot: createdAt(row), lacking, proof, right }
  })
}

/** The side whose fields match the hash, where the other's do not; null: the hash decides nothing. */
function rightOf([one, other]: Pair<RowProof | null>): SideIndex | null {
  if (one?.result === 'matches' && other?.result === 'differs') return 0
  return one?.result === 'differs' && other?.result === 'matches' ? 1 : null
}

async function proofsOf(side: Side, rows: readonly AnyItem[], prove: Prove): Promise<(RowProof | null)[]> {
  const provable = rows.filter(isProvable)
  return provable.length > 0 ? prove(side.label, provable) : []
}

function notCovered({ label }: Side, { partBecause }: SideRows): string {
  return `the list of ${label} was not read that far: ${partBecause ?? 'its order is not known'}`
}

class Reasons {
  readonly #rows = new Map<string, number>()

  add(because: string, rows = 1): void {
    this.#rows.set(because, (this.#rows.get(because) ?? 0) + rows)
  }

  all(): Unsettled[] {
    return [...this.#rows].map(([because, rows]) => ({ because, rows }))
  }
}

function createdAt(row: AnyItem): number {
  return accountOf(row).slotCreated
}

function accountOf(row: AnyItem): AccountItem {
  if ('signature' in row) throw new Error('a signature is no account')
  return 'account' in row ? row.account : row
}

function otherOf(side: SideIndex): SideIndex {
  return side === 0 ? 1 : 0
}
