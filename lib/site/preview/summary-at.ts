import 'server-only'
import { chainEvidence, NO_EVIDENCE } from '../../account/life'
import { contentOf } from '../../account/load'
import { displayableMints, NO_MINTS } from '../../account/mints/contract'
import { mintsOf } from '../../account/mints/load-mints'
import type { Answer } from '../../api/answer'
import { asResult, type Result } from '../../api/result'
import { ask } from '../../listing/ask'
import { readCursor } from '../../listing/cursor/place'
import { findAccount } from '../../listing/read/find-account'
import type { LifeEvidence } from '../../page/evidence'
import type { AccountInUrl, PageMethod, PageRequest } from '../../page/page'
import type { Outcome, Summary } from '../../page/summary'
import { searchOf } from '../../page/url-reader'
import { clock, inTime } from '../../platform/clock'
import type { Params } from '../../protocol/rpc/methods'
import { statusHref } from '../../status/address'
import { ALL_NETWORKS } from '../../status/all-networks'
import { currentStatusOfAllNetworks } from '../../status/api'
import { statusNow } from '../../status/health/probe'
import { allStatusSummary } from '../../status/summary'
import { keptText } from '../../transaction/kept'
import { type Network, networkNamed } from '../../upstream/networks/networks'
import { pageAt } from '../pages'

/** After `deadline` (monotonic milliseconds) uses the URL alone; `known` is then false. null: no such page, or malformed. */
export async function summaryAt(
  pathname: string,
  search: URLSearchParams,
  deadline: number,
): Promise<{ summary: Summary; known: boolean } | null> {
  const named = search.getAll('cluster')
  if (named.length === 1 && named[0] === ALL_NETWORKS && pathname === statusHref()) {
    return { summary: allStatusSummary(currentStatusOfAllNetworks(0)), known: true }
  }
  const network = named.length > 1 ? null : networkNamed(named[0] || undefined)
  const at = pageAt(pathname)
  const read = at?.page.open(at.subject, searchOf(search))
  if (!network || !read?.ok) return null
  const { request, parts: partRequests, account, signature, mints: mintsIn, summary } = read.value
  const happened = signature === null ? null : keptText(network, signature)
  const about = { network: network.name, status: statusNow(network), life: NO_EVIDENCE, mints: NO_MINTS, happened }
  if (request === null)
    return { summary: summary({ ...about, outcome: null, parts: [], rowsBefore: null }), known: true }
  const rowsBefore = rowsBeforeIn(network, request)
  if (rowsBefore === undefined) return null
  if (partRequests) {
    const parts = await Promise.all(partRequests.map((part) => outcomeOf(network, part, deadline)))
    const mints = await rememberedMints(network, mintsIn({ outcome: null, parts }))
    return { summary: summary({ ...about, mints, outcome: null, parts, rowsBefore }), known: !parts.includes(null) }
  }
  const outcome = await outcomeOf(network, request, deadline)
  const life = account === null || outcome === null ? NO_EVIDENCE : await rememberedLife(network, account, deadline)
  const mints = await rememberedMints(network, mintsIn({ outcome, parts: [] }))
  return { summary: summary({ ...about, life, mints, outcome, parts: [], rowsBefore }), known: outcome !== null }
}

async function rememberedLife(
  network: Network,
  { hash, owner, filters }: AccountInUrl,
  deadline: number,
): Promise<LifeEvidence> {
  const chain = chainEvidence(
    await resultBy(contentOf(network, hash, { deadline, by: 'refresh', remembered: true }), deadline),
  )
  if (chain !== null || owner === null) return { chain, liveAt: null }
  const search = await resultBy(findAccount(network, owner, filters, hash, deadline), deadline)
  return { chain, liveAt: search?.ok && search.value.account ? search.value.slot : null }
}

/** null: `deadline` passed. */
function resultBy<T>(asking: Promise<T>, deadline: number): Promise<Result<T> | null> {
  return inTime(asResult(asking), Math.max(0, deadline - clock().monotonic()))
}

async function rememberedMints(network: Network, mints: readonly string[]) {
  return displayableMints((await mintsOf(network, mints, 0)).mints)
}

async function outcomeOf(network: Network, request: PageRequest, deadline: number): Promise<Outcome<PageMethod>> {
  const params = request.params as Params<PageMethod>
  const asked = await resultBy(ask(network, request.method, params, 'refresh'), deadline)
  if (asked?.ok) return { answer: asked.value as Answer<PageMethod> }
  // "Not found" is part of the image; failures are not.
  return asked?.problem.code === 'not_found' ? { problem: asked.problem } : null
}

function rowsBeforeIn(network: Network, { method, params }: PageRequest): number | null | undefined {
  try {
    return readCursor(network, method, params as Params<PageMethod>).rowsBefore
  } catch {
    return undefined
  }
}
