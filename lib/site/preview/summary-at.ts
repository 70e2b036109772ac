import 'server-only'
import { chainWord, NO_EVIDENCE } from '../../account/life'
import { contentOf } from '../../account/load'
import { NO_MINTS, shownMints } from '../../account/mints/contract'
import { mintsOf } from '../../account/mints/load-mints'
import type { Answer } from '../../api/answer'
import { isProblem, type Problem } from '../../api/problem'
import { ask } from '../../listing/ask'
import { readCursor } from '../../listing/cursor/place'
import { findAccount } from '../../listing/read/find-account'
import { searchOf } from '../../page/address-reader'
import type { LifeEvidence } from '../../page/evidence'
import type { PageMethod, PageRequest, StatedAccount } from '../../page/page'
import type { Outcome, Summary } from '../../page/summary'
import type { Params } from '../../protocol/rpc/methods'
import { within } from '../../rpc-client/deadline'
import { statusHref } from '../../status/address'
import { ALL } from '../../status/all-networks'
import { allStatusNow } from '../../status/api'
import { statusNow } from '../../status/health/probe'
import { allStatusSummary } from '../../status/summary'
import { type Network, networkNamed } from '../../upstream/networks/networks'
import { pageAt } from '../pages'

/**
 * The summary of a URL, from the request that its page makes, so that a page just read costs no further call. After `deadline`
 * (monotonic milliseconds), from the URL alone, and not `known`. null: no such page, or malformed.
 */
export async function summaryAt(
  pathname: string,
  search: URLSearchParams,
  deadline: number,
): Promise<{ summary: Summary; known: boolean } | null> {
  const named = search.getAll('cluster')
  if (named.length === 1 && named[0] === ALL && pathname === statusHref()) {
    return { summary: allStatusSummary(allStatusNow(0)), known: true }
  }
  const network = named.length > 1 ? null : networkNamed(named[0] || undefined)
  const at = pageAt(pathname)
  const read = at?.page.open(at.subject, searchOf(search))
  if (!network || !read?.ok) return null
  const { request, parts: partRequests, account, mints: mintsIn, summary } = read.value
  const about = { network: network.name, status: statusNow(network), life: NO_EVIDENCE, mints: NO_MINTS }
  if (request === null)
    return { summary: summary({ ...about, outcome: null, parts: [], rowsBefore: null }), known: true }
  const rowsBefore = rowsBeforeIn(network, request)
  if (rowsBefore === undefined) return null
  if (partRequests) {
    const parts = await Promise.all(partRequests.map((part) => inTime(network, part, deadline)))
    const mints = await rememberedMints(network, mintsIn({ outcome: null, parts }))
    return { summary: summary({ ...about, mints, outcome: null, parts, rowsBefore }), known: !parts.includes(null) }
  }
  const outcome = await inTime(network, request, deadline)
  const life = account === null || outcome === null ? NO_EVIDENCE : await rememberedLife(network, account, deadline)
  const mints = await rememberedMints(network, mintsIn({ outcome, parts: [] }))
  return { summary: summary({ ...about, life, mints, outcome, parts: [], rowsBefore }), known: outcome !== null }
}

async function rememberedLife(
  network: Network,
  { hash, owner, filters }: StatedAccount,
  deadline: number,
): Promise<LifeEvidence> {
  const chain = chainWord(
    await orProblem(within(contentOf(network, hash, { deadline, by: 'refresh', remembered: true }), deadline)),
  )
  if (chain !== null || owner === null) return { chain, liveAt: null }
  const search = await orProblem(within(findAccount(network, owner, filters, hash, deadline), deadline))
  return { chain, liveAt: search?.ok && search.value.account ? search.value.slot : null }
}

async function orProblem<T>(
  asking: Promise<T>,
): Promise<{ ok: true; value: T } | { ok: false; problem: Problem } | null> {
  try {
    return { ok: true, value: await asking }
  } catch (error) {
    return isProblem(error) ? { ok: false, problem: error.problem } : null
  }
}

async function rememberedMints(network: Network, mints: readonly string[]) {
  return shownMints((await mintsOf(network, mints, 0)).mints)
}

async function inTime(network: Network, request: PageRequest, deadline: number): Promise<Outcome<PageMethod>> {
  try {
    const answer = await within(ask(network, request.method, request.params as Params<PageMethod>, 'refresh'), deadline)
    return { answer: answer as Answer<PageMethod> }
  } catch (error) {
    // A capability that the indexer lacks is part of the picture; a failure is not.
    const problem = isProblem(error) ? error.problem : null
    return problem?.code === 'not_found' ? { problem } : null
  }
}

function rowsBeforeIn(network: Network, { method, params }: PageRequest): number | null | undefined {
  try {
    return readCursor(network, method, params as Params<PageMethod>).rowsBefore
  } catch {
    return undefined
  }
}
