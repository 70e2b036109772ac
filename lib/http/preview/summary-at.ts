import 'server-only'
import type { Answer } from '../../api/answer'
import { ProblemError } from '../../api/problem'
import { ask } from '../../gateway/ask'
import { statusNow } from '../../gateway/health/probe'
import { type ListPlace, readCursor } from '../../gateway/listing/cursor'
import { type Network, networkNamed } from '../../gateway/networks'
import { within } from '../../gateway/upstream/deadline'
import { percentDecoded } from '../../percent-decoded'
import type { MethodName, Params } from '../../rpc/methods'
import { accountSummary } from '../../summary/account'
import { delegateSummary, latestSummary, ownerSummary } from '../../summary/lists'
import { homeSummary, statusSummary } from '../../summary/status'
import type { Summary } from '../../summary/summary'
import { HELP_SUMMARY, txSummary } from '../../summary/unasked'
import { searchOf } from '../../urls/check'
import { readAccountUrl, readDelegateUrl, readLatestUrl, readOwnerUrl, readStatusUrl, readTxUrl } from '../../urls/read'
import { delegateParams, latestParams, ownerParams } from '../../urls/rpc-params'
import { isLast } from '../../urls/status-range'

/**
 * What a page says in a few words, by its address: from the same question that the page asks, so that a page that was
 * just read costs the indexer nothing more. Where the answer does not come before `deadline` (monotonic milliseconds),
 * only what the address says, and not `known`. Null for an address that no page has or that cannot be read.
 */
export async function summaryAt(pathname: string, search: URLSearchParams, deadline: number): Promise<Found | null> {
  const named = search.getAll('cluster')
  const network = named.length > 1 ? null : networkNamed(named[0] || undefined)
  if (!network) return null
  const [, kind = '', text, ...rest] = pathname.split('/')
  if (rest.length > 0) return null
  const about = text === undefined ? ABOUT_SITE[kind] : ABOUT_ONE[kind]
  return (await about?.(network, searchOf(search), deadline, percentDecoded(text ?? ''))) ?? null
}

interface Found {
  summary: Summary
  /** False where an answer is missing that might come with the next request. */
  known: boolean
}

type About = (
  network: Network,
  search: ReturnType<typeof searchOf>,
  deadline: number,
  subject: string,
) => Promise<Found | null> | Found | null

/** Pages about no one thing, by their path. Without a prototype: a path may be any word. */
const ABOUT_SITE: Readonly<Record<string, About>> = withoutPrototype({
  '': (network) => ({ summary: homeSummary(statusNow(network)), known: true }),
  status: (network, search) => {
    const read = readStatusUrl(search)
    if (!read.ok) return null
    const held = isLast(read.value) ? null : read.value
    return { summary: statusSummary(statusNow(network), held), known: true }
  },
  help: () => ({ summary: HELP_SUMMARY, known: true }),
  latest: async (network, search, deadline) => {
    const read = readLatestUrl(search)
    if (!read.ok) return null
    const params = latestParams(read.value)
    const before = placeIn(network, 'getLatestCompressionSignatures', params)
    if (!before) return null
    const outcome = await inTime(network, 'getLatestCompressionSignatures', params, deadline)
    return { summary: latestSummary(read.value, before.rowsBefore, outcome, network.name), known: outcome !== null }
  },
})

/** Pages about one thing, by the word before it. */
const ABOUT_ONE: Readonly<Record<string, About>> = withoutPrototype({
  owner: async (network, search, deadline, owner) => {
    const read = readOwnerUrl(owner, search)
    if (!read.ok) return null
    const params = ownerParams(read.value)
    const before = placeIn(network, 'getCompressedAccountsByOwner', params)
    if (!before) return null
    const outcome = await inTime(network, 'getCompressedAccountsByOwner', params, deadline)
    return { summary: ownerSummary(read.value, before.rowsBefore, outcome, network.name), known: outcome !== null }
  },
  delegate: async (network, search, deadline, delegate) => {
    const read = readDelegateUrl(delegate, search)
    if (!read.ok) return null
    const params = delegateParams(read.value)
    const before = placeIn(network, 'getCompressedTokenAccountsByDelegate', params)
    if (!before) return null
    const outcome = await inTime(network, 'getCompressedTokenAccountsByDelegate', params, deadline)
    return { summary: delegateSummary(read.value, before.rowsBefore, outcome, network.name), known: outcome !== null }
  },
  account: async (network, search, deadline, hash) => {
    const read = readAccountUrl(hash, search)
    if (!read.ok) return null
    const outcome = await inTime(network, 'getCompressionSignaturesForAccount', { hash }, deadline)
    return { summary: accountSummary(read.value, outcome, network.name), known: outcome !== null }
  },
  tx: (network, _, __, signature) =>
    readTxUrl(signature).ok ? { summary: txSummary(signature, network.name), known: true } : null,
})

function withoutPrototype<T extends object>(members: T): T {
  return Object.assign(Object.create(null) as T, members)
}

async function inTime<M extends MethodName>(network: Network, method: M, params: Params<M>, deadline: number) {
  try {
    const answer: Answer<M> = await within(ask(network, method, params, 'refresh'), deadline)
    return { answer }
  } catch (error) {
    // What an indexer lacks is part of the picture; that it fails is not.
    const problem = error instanceof ProblemError ? error.problem : null
    return problem?.code === 'not_found' ? { problem } : null
  }
}

/** Where a cursor leads; null for one that is none of this list's. */
function placeIn<M extends MethodName>(network: Network, method: M, params: Params<M>): ListPlace | null {
  try {
    return readCursor(network, method, params)
  } catch {
    return null
  }
}
