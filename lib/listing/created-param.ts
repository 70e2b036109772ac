import 'server-only'
import { type InvalidParam, invalidParams, ProblemError } from '../api/problem'
import type { CreatedRange } from '../api/request-params'
import { toProblem } from '../api/rpc-problem'
import { clock } from '../platform/clock'
import { deadlineIn } from '../platform/request-context'
import { isRpcError } from '../protocol/rpc/failure'
import { isListMethod, rowsNameOf } from '../protocol/rpc/methods'
import { withDeadline } from '../rpc-client/deadline'
import type { Network } from '../upstream/networks/networks'
import { CREATED_PARAMS, MOMENT_RULE, NO_BLOCK_TIME, orderRule, readMoment, type SlotOrTime } from './address/created'
import { slotAt } from './slot-times'

type Moments = Readonly<Record<(typeof CREATED_PARAMS)[number], SlotOrTime | null>>

/** Milliseconds for the block times that turn times into slots. */
const TIMES_MS = 5_000

/** Removes `since` and `until`. Makes no upstream call. Null: absent. @throws ProblemError invalid_params */
export function readMomentParams(method: string, search: URLSearchParams): Moments | null {
  const given = CREATED_PARAMS.filter((name) => search.has(name))
  if (given.length === 0) return null
  const invalid: InvalidParam[] = []
  const moments = { since: null as SlotOrTime | null, until: null as SlotOrTime | null }
  const isOfAccounts = isListMethod(method) && rowsNameOf(method) !== 'signatures'
  for (const name of given) {
    const [text = '', second] = search.getAll(name)
    moments[name] = readMoment(text, Math.floor(clock().wall() / 1_000))
    if (!isOfAccounts) invalid.push({ name, message: 'is a parameter of lists of accounts alone' })
    else if (second !== undefined) invalid.push({ name, message: 'must be given once' })
    else if (!moments[name]) invalid.push({ name, message: MOMENT_RULE })
    search.delete(name)
  }
  if (invalid.length > 0) throw new ProblemError(invalidParams(invalid))
  assertOrder(moments.since, moments.until)
  return moments
}

/** In any order. @throws ProblemError where no block time tells the slot of a time */
export async function slotsOf(network: Network, moments: Moments): Promise<CreatedRange> {
  const [since, until] = await Promise.all(CREATED_PARAMS.map((name) => slotOf(network, name, moments[name])))
  return { since: since ?? null, until: until ?? null }
}

/** @throws ProblemError where no block time tells the slot of a time, or nothing lies between the two */
export async function rangeOf(network: Network, moments: Moments): Promise<CreatedRange> {
  const range = await slotsOf(network, moments)
  const slot = (name: keyof Moments) => moments[name] && { ...moments[name], is: 'slot' as const, at: range[name] ?? 0 }
  assertOrder(slot('since'), slot('until'))
  return range
}

async function slotOf(network: Network, name: string, moment: SlotOrTime | null): Promise<number | null> {
  if (moment?.is !== 'time') return moment?.at ?? null
  const slot = await withDeadline(slotAt(network, moment.at), deadlineIn(TIMES_MS)).catch((error: unknown) => {
    throw isRpcError(error) ? new ProblemError(toProblem(error.failure), { cause: error }) : error
  })
  if (slot !== null) return slot
  throw new ProblemError(invalidParams([{ name, message: NO_BLOCK_TIME }]))
}

function assertOrder(since: SlotOrTime | null, until: SlotOrTime | null): void {
  const message = orderRule(since, until)
  if (message !== null) throw new ProblemError(invalidParams([{ name: 'until', message }]))
}
