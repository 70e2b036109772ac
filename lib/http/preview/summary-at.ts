import 'server-only'
import { ALL } from '../../api/all-networks'
import type { Answer } from '../../api/answer'
import { ProblemError } from '../../api/problem'
import { ask } from '../../gateway/ask'
import { statusNow } from '../../gateway/health/probe'
import { readCursor } from '../../gateway/listing/place'
import { type Network, networkNamed } from '../../gateway/networks'
import { within } from '../../gateway/upstream/deadline'
import type { PageMethod, PageRequest } from '../../pages/page'
import { pageAt } from '../../pages/pages'
import type { Params } from '../../rpc/methods'
import { allStatusSummary } from '../../summary/status'
import type { Outcome, Summary } from '../../summary/summary'
import { statusHref } from '../../urls/links'
import { searchOf } from '../../urls/search'
import { allStatusNow } from '../api/status'

/** A page in a few words. */
interface FoundSummary {
  summary: Summary
  /** False where an answer is missing that might come with the next request. */
  known: boolean
}

/**
 * What a page says in a few words, by its address: from the same request that the page makes, so that a page that was
 * just read costs the indexer nothing more. Where the answer does not come before `deadline` (monotonic milliseconds),
 * only what the address says, and not `known`. Null for an address that no page has or that cannot be read.
 */
export async function summaryAt(
  pathname: string,
  search: URLSearchParams,
  deadline: number,
): Promise<FoundSummary | null> {
  const named = search.getAll('cluster')
  if (named.length === 1 && named[0] === ALL && pathname === statusHref()) {
    return { summary: allStatusSummary(allStatusNow(0)), known: true }
  }
  const network = named.length > 1 ? null : networkNamed(named[0] || undefined)
  const at = pageAt(pathname)
  const read = at?.page.open(at.subject, searchOf(search))
  if (!network || !read?.ok) return null
  const { request, parts: partRequests, summary } = read.value
  const known = { network: network.name, status: statusNow(network), outcome: null, parts: [], rowsBefore: null }
  if (request === null) return { summary: summary(known), known: true }
  const rowsBefore = rowsBeforeIn(network, request)
  if (rowsBefore === undefined) return null
  if (partRequests) {
    const parts = await Promise.all(partRequests.map((part) => inTime(network, part, deadline)))
    return { summary: summary({ ...known, parts, rowsBefore }), known: !parts.includes(null) }
  }
  const outcome = await inTime(network, request, deadline)
  return { summary: summary({ ...known, outcome, rowsBefore }), known: outcome !== null }
}

async function inTime(network: Network, request: PageRequest, deadline: number): Promise<Outcome<PageMethod>> {
  try {
    const answer = await within(ask(network, request.method, request.params as Params<PageMethod>, 'refresh'), deadline)
    return { answer: answer as Answer<PageMethod> }
  } catch (error) {
    // What an indexer lacks is part of the picture; that it fails is not.
    const problem = error instanceof ProblemError ? error.problem : null
    return problem?.code === 'not_found' ? { problem } : null
  }
}

/** Rows before the place where the request's cursor leads; null: not known. Undefined for a cursor that is none of its list's. */
function rowsBeforeIn(network: Network, { method, params }: PageRequest): number | null | undefined {
  try {
    return readCursor(network, method, params as Params<PageMethod>).rowsBefore
  } catch {
    return undefined
  }
}
