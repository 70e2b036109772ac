import 'server-only'
import type { ApiAnswer } from '../api/api-answer'
import { jsonContent } from '../api/content'
import { invalidParams, ProblemError } from '../api/problem'
import { clock } from '../platform/clock'
import type { RequestClient } from '../platform/waiting-clients'
import { PAGE_LIMIT_RULE, readPageLimit } from '../protocol/rpc/limit-text'
import { hash as accountHash, address } from '../protocol/rpc/primitives'
import { slotReached, slotWaitDeadline } from '../upstream/min-slot'
import { refuseOtherParams, takeMinSlot, takeNetwork, takeScalar } from '../upstream/networks/network-param'
import type { Network } from '../upstream/networks/networks'
import { HISTORY_LIMIT, historyCursor, readHistoryCursor } from './address'
import { asOf, CACHE_CONTROL } from './as-of'
import { type AccountHistory, isCompleteHistory } from './history/contract'
import { idlOf } from './idl/load-idl'
import { type AccountCall, contentOf, historyAround, type IndexerPart } from './load'
import { loadDecoder } from './page-requests'

/* GET /api/v1/account and /api/v1/account/history: an account and its versions, read with a chain node. design.md 4.4. */

/** Milliseconds for all upstream calls of a response. design.md 2 (6). */
const TOTAL_MS = 8_000

/** Of them, for the IDL of the owner program. */
const IDL_MS = 800

/** GET /api/v1/account?hash=: the content of an account version, live or consumed. @throws ProblemError */
export async function answerAccount(search: URLSearchParams, { left }: RequestClient): Promise<ApiAnswer> {
  const { network, hash } = takeAccount(search)
  const minSlot = takeMinSlot(search)
  refuseOtherParams(search, [], ['hash', 'minSlot', 'integers'])
  const call = await asFrom(network, minSlot, left)
  const content = await contentOf(network, hash, call)
  const { decode, idl } = await loadDecoder(network, content.account, IDL_MS)
  const result = { ...content, account: decode(content.account) }
  const { meta, headers } = asOf(call.parts, [content])
  return { content: jsonContent({ result, meta: { ...meta, network: network.name, ...(idl && { idl }) } }), ...headers }
}

/**
 * GET /api/v1/account/history?hash=: a page of the versions around one, newest first. `cursor` leads to older versions,
 * `newerCursor` to newer ones; null: none. A short page may still have cursors.
 * @throws ProblemError
 */
export async function answerAccountHistory(search: URLSearchParams, { left }: RequestClient): Promise<ApiAnswer> {
  const { network, hash } = takeAccount(search)
  const minSlot = takeMinSlot(search)
  const [cursor, limit] = [search.get('cursor'), search.get('limit')]
  refuseOtherParams(search, ['cursor', 'limit'], ['hash', 'minSlot', 'integers'])
  const page = { window: readCursor(cursor), limit: readLimit(limit) }
  const call = await asFrom(network, minSlot, left)
  const history = await historyAround(network, hash, page, call)
  const [newest] = history.items
  const end = history.newestEnd
  const isUnknownEnd = end.kind === 'problem' && newest?.consumed === null
  const { meta, headers } = asOf(call.parts, history.items, isUnknownEnd ? end.problem : null)
  const { decode, idl } = await loadDecoder(network, newest?.account ?? null, IDL_MS)
  const items = history.items.map((version) => ({ ...version, account: decode(version.account) }))
  const complete = isCompleteHistory(history)
  return {
    content: jsonContent({
      result: withCursors({ ...history, items }),
      meta: { ...meta, network: network.name, complete, ...(idl && { idl }) },
    }),
    ...headers,
  }
}

async function asFrom(network: Network, minSlot: number | null, left: AbortSignal) {
  if (minSlot !== null) await slotReached(network, minSlot, slotWaitDeadline())
  const parts: IndexerPart[] = []
  return { deadline: clock().monotonic() + TOTAL_MS, minSlot, left, parts } satisfies AccountCall
}

/** Removes `hash` and `cluster` from the query. @throws ProblemError invalid_params */
export function takeAccount(search: URLSearchParams): { network: Network; hash: string } {
  const network = takeNetwork(search)
  return { network, hash: takeScalar(search, 'hash', accountHash) }
}

function withCursors({ olderThan, newerThan, ...history }: AccountHistory) {
  return {
    ...history,
    cursor: olderThan && historyCursor({ olderThan }),
    newerCursor: newerThan && historyCursor({ newerThan }),
  }
}

function readCursor(text: string | null) {
  if (text === null) return null
  const window = readHistoryCursor(text)
  if (window === undefined) throw refused('cursor', 'must be a cursor of an earlier answer')
  return window
}

function readLimit(text: string | null): number {
  if (text === null) return HISTORY_LIMIT
  const limit = readPageLimit(text)
  if (limit === null) throw refused('limit', PAGE_LIMIT_RULE)
  return limit
}

function refused(name: string, message: string): ProblemError {
  return new ProblemError(invalidParams([{ name, message }]))
}

/**
 * GET /api/v1/idl?program=: the IDL by which accounts of a program are decoded, `text` as it was read; else why there is none.
 * @throws ProblemError
 */
export async function answerIdl(search: URLSearchParams): Promise<ApiAnswer> {
  const network = takeNetwork(search)
  const program = takeScalar(search, 'program', address)
  refuseOtherParams(search, [], ['program'])
  const { idl: _, ...result } = { idl: null, ...(await idlOf(network, program, TOTAL_MS)) }
  return { content: jsonContent({ result, meta: { network: network.name } }), cacheControl: CACHE_CONTROL }
}
