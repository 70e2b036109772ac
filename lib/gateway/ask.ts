import 'server-only'
import { z } from 'zod'
import type { Answer } from '../rpc/answer'
import { RpcError } from '../rpc/failure'
import { type MethodName, methods, type Params, type Result, type WireResult } from '../rpc/methods'
import { type Problem, ProblemError } from '../rpc/problem'
import { DEFAULT_LIMIT } from '../urls/links'
import { keyOf } from './canonical-key'
import { BEHIND, freshnessOf, NOT_FOUND } from './freshness'
import { limits } from './limits'
import { listPage } from './listing'
import { decodeCursor, FIRST_PAGE } from './listing-cursor'
import { isListing, type ListingMethod } from './listing-kinds'
import { load } from './load'
import type { Network } from './networks'
import { invalidParams, toProblem } from './problem'
import { type Landed, shared } from './shared'
import { withoutAbsent } from './transport'

/** What is remembered of a question: its answer, or an answer that says no (an unknown hash, a lag). */
type Outcome<M extends MethodName> = { ok: true; answer: Answer<M> } | { ok: false; problem: Problem }

/** Parsed answers take about this many times the bytes of their text. */
const PARSED_FACTOR = 2

/**
 * Asks one operation of a network's indexer: checked, shared by all who ask the same at once, remembered for as long as
 * it counts as fresh, paged where it is a listing. `cursor` is the explorer's own (listing-cursor.ts), `limit` rows of a
 * page. Takes at most 8 s. Equal answers are one object: it is read, never changed.
 * @throws ProblemError, and nothing else that an indexer can cause.
 */
export async function ask<M extends MethodName>(network: Network, method: M, params: Params<M>): Promise<Answer<M>> {
  const read = methods[method].params.safeParse(params)
  if (!read.success) throw new ProblemError(invalidParams(issuesOf(read.error)))
  const paged = isListing(method) ? { limit: DEFAULT_LIMIT } : {}
  const asked = { ...paged, ...withoutAbsent(read.data) } as Params<M>
  const take = isListing(method)
    ? takePage(network, method, asked as Params<ListingMethod>)
    : () => takeAnswer(network, method, asked)
  const outcome = await shared(keyOf('ask', network.name, method, asked), take as () => Promise<Landed<Outcome<M>>>)
  if (!outcome.ok) throw new ProblemError(outcome.problem)
  return outcome.answer
}

/** Prepares a page of a listing; the cursor is read first, so that a wrong one costs no upstream call. */
function takePage<M extends ListingMethod>(network: Network, method: M, params: Params<M>) {
  const cursor = params.cursor ? decodeCursor(method, params, params.cursor) : FIRST_PAGE
  const limit = params.limit ?? DEFAULT_LIMIT
  if (limit < 1) throw new ProblemError(invalidParams([{ name: 'limit', message: 'must be at least 1' }]))
  return () =>
    settle<M>(async () => {
      const deadline = performance.now() + limits().totalMs
      const { result, meta, weight, freshUntil } = await listPage(network, method, params, cursor, limit, deadline)
      const answer: Answer<M> = { result, meta: { ...meta, state: 'fresh', network: network.name } }
      return { value: { ok: true, answer }, weight, freshUntil }
    })
}

function takeAnswer<M extends MethodName>(network: Network, method: M, params: Params<M>) {
  return settle<M>(async () => {
    const { result, bytes, fetchedAt } = await load(network, method, params, performance.now() + limits().totalMs)
    const answer: Answer<M> = {
      result: encode(method, result),
      meta: {
        slot: slotOf(result),
        fetchedAt,
        state: 'fresh',
        complete: isList(result) ? true : null,
        network: network.name,
      },
    }
    const freshUntil = performance.now() + freshnessOf(method, params, result).freshMs
    return { value: { ok: true, answer }, weight: bytes * PARSED_FACTOR, freshUntil }
  })
}

/** Turns an indexer's failures into problems; the two that are answers are remembered for a moment. */
async function settle<M extends MethodName>(take: () => Promise<Landed<Outcome<M>>>): Promise<Landed<Outcome<M>>> {
  try {
    return await take()
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    const said = toProblem(error.failure)
    const age = said.code === 'not_found' ? NOT_FOUND : said.code === 'indexer_behind' ? BEHIND : null
    if (!age) throw new ProblemError(said, { cause: error })
    return { value: { ok: false, problem: said }, weight: 0, freshUntil: performance.now() + age.freshMs }
  }
}

/** The wire form of a result: the form that crosses our own API and react-query's keys. */
function encode<M extends MethodName>(method: M, result: Result<M>): WireResult<M> {
  const schema: z.ZodType = methods[method].result
  return z.encode(schema, result) as WireResult<M>
}

/** Slot an answer was produced at: its context's, or the answer itself where that is a slot; null where it has none. */
function slotOf(result: unknown): number | null {
  if (typeof result === 'number') return result
  const read = z.object({ context: z.object({ slot: z.number() }) }).safeParse(result)
  return read.success ? read.data.context.slot : null
}

/** True for a list in one piece: nothing can be missing from it. design.md 4.4. */
function isList(result: unknown): boolean {
  return z
    .object({ value: z.object({ items: z.array(z.unknown()), cursor: z.undefined().optional() }) })
    .safeParse(result).success
}

function issuesOf(error: z.ZodError) {
  return error.issues.map(({ path, message }) => ({ name: String(path[0] ?? 'params'), message }))
}
