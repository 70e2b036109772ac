import { isProblem } from '../api/problem'
import 'server-only'
import { CONTENT_TYPES, EXPORT_FORMATS, type ExportFormat } from '../api/file-format'
import { answerFile } from '../api/file-places'
import { withoutComments } from '../format/csv'
import { clock, nowIso } from '../platform/clock'
import type { HttpRequest } from '../platform/http-answer'
import { slotReached, slotWaitDeadline } from '../upstream/min-slot'
import { refuseOtherParams, takeComments, takeMinSlot, takeOneOf } from '../upstream/networks/network-param'
import type { Network } from '../upstream/networks/networks'
import { takeAccount } from './api'
import { accountHistoryFileName, accountHistoryHead, accountHistoryRows, accountHistoryTail } from './export-file'
import type { HappenedIn } from './file-columns'
import type { AccountHistory, HistoryEnd, HistoryWindow } from './history/contract'
import { historyAround } from './load'

interface Exported {
  network: Network
  hash: string
  /** The lowest slot of the indexer's responses; null: any. */
  minSlot: number | null
}

const PAGE_ROWS = 250

const PAGE_MS = 8_000

/** GET /api/v1/account/history/export: all versions as CSV or NDJSON, newest first. */
export function answerAccountExport(happenedIn: HappenedIn, request: HttpRequest, left: AbortSignal) {
  return answerFile(request, left, '/api/v1/account/history/export', async (search) => {
    const { network, hash } = takeAccount(search)
    const minSlot = takeMinSlot(search)
    const format = takeOneOf(search, 'format', EXPORT_FORMATS)
    const comments = takeComments(search)
    refuseOtherParams(search, [], ['hash', 'format', 'minSlot', 'comments'])
    if (minSlot !== null) await slotReached(network, minSlot, slotWaitDeadline())
    const of = { network, hash, minSlot }
    // Awaited first: an error before the first rows gets an error status, not a file.
    const newest = await newestPage(of, left)
    return {
      contentType: CONTENT_TYPES[format],
      fileName: accountHistoryFileName(format, network.name, hash),
      pieces: pieces(of, { format, comments, happenedIn }, newest, left),
    }
  })
}

async function newestPage(of: Exported, left: AbortSignal): Promise<AccountHistory> {
  let page = await read(of, null, left)
  while (page.newerThan !== null && !left.aborted) {
    const next = await read(of, { newerThan: page.newerThan }, left)
    if (next.items.length === 0) return page
    page = next
  }
  return page
}

async function* pieces(
  of: Exported,
  { format, comments, happenedIn }: { format: ExportFormat; comments: boolean; happenedIn: HappenedIn },
  newest: AccountHistory,
  left: AbortSignal,
): AsyncGenerator<string> {
  const { network, hash } = of
  const head = accountHistoryHead(format, { network: network.name, hash, address: newest.address, startedAt: nowIso() })
  if (comments || format === 'csv') yield comments ? head : withoutComments(head)
  let [page, rows, problem] = [newest, 0, null as string | null]
  for (;;) {
    rows += page.items.length
    yield accountHistoryRows(
      format,
      page.items.map((version) => ({ ...version, ...happenedIn(network, version.created.signature) })),
    )
    const { olderThan } = page
    if (olderThan === null || left.aborted) break
    try {
      const next = await read(of, { olderThan }, left)
      const isStuck = next.items.length === 0
      page = isStuck ? { ...page, oldestEnd: next.oldestEnd } : next
      if (isStuck) break
    } catch (error) {
      if (!isProblem(error)) throw error
      problem = error.problem.detail
      break
    }
  }
  if (comments) yield accountHistoryTail(format, { rows, history: { ...page, newestEnd: newest.newestEnd }, problem })
  // NDJSON has no comments: only an aborted transfer shows that versions are missing.
  else if (problem !== null || isCut(newest.newestEnd) || isCut(page.oldestEnd)) throw new Error(problem ?? 'not read')
}

function isCut({ kind }: HistoryEnd): boolean {
  return kind === 'problem' || kind === 'unwalked'
}

function read({ network, hash, minSlot }: Exported, window: HistoryWindow, left: AbortSignal): Promise<AccountHistory> {
  return historyAround(
    network,
    hash,
    { window, limit: PAGE_ROWS },
    { deadline: clock().monotonic() + PAGE_MS, minSlot, left },
  )
}
