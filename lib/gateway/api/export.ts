import 'server-only'
import { createHash } from 'node:crypto'
import {
  CONTENT_TYPES,
  type ExportFormat,
  type ExportQuestion,
  exportHead,
  exportName,
  exportRows,
  exportTail,
  FORMATS,
} from '../../export/document'
import { RpcError } from '../../rpc/failure'
import { isMethodName, type Params } from '../../rpc/methods'
import { ProblemError } from '../../rpc/problem'
import { readSearchParams } from '../../rpc/search'
import { decodeCursor, FIRST_PAGE } from '../listing/cursor'
import { isListing, type ListingMethod } from '../listing/kinds'
import { walkList } from '../listing/walk'
import type { Network } from '../networks'
import { invalidParams, problem, toProblem } from '../problem'
import { takeNetwork } from './query'

/** A list as a file, piece by piece. */
export interface ExportStream {
  contentType: string
  fileName: string
  pieces: AsyncGenerator<string, void>
}

/**
 * The whole list that a query asks for, from its cursor on. The first rows are there when this resolves, so that what
 * fails before them is an answer of its own and no file. design.md 4.4.
 * @param left aborted when the reader is gone.
 * @throws ProblemError
 */
export async function openExport(name: string, query: string, left: AbortSignal): Promise<ExportStream> {
  if (!isMethodName(name) || !isListing(name)) {
    throw new ProblemError(problem('unknown_operation', 'Lists that can be exported are those that come in pages.'))
  }
  const search = new URLSearchParams(query)
  const network = takeNetwork(search)
  const format = takeFormat(search)
  if (search.has('limit')) throw refused('limit', 'is not a parameter here: the whole list is exported')
  const { params, from } = readQuestion(name, search)
  return stream(network, name, params, from, format, left)
}

function takeFormat(search: URLSearchParams): ExportFormat {
  const [given, second] = search.getAll('format')
  search.delete('format')
  const format = FORMATS.find((known) => known === given)
  if (format === undefined || second !== undefined) throw refused('format', `must be one of ${FORMATS.join(', ')}`)
  return format
}

function readQuestion<M extends ListingMethod>(
  method: M,
  search: URLSearchParams,
): { params: Params<M>; from: string | null } {
  const read = readSearchParams(method, search)
  if (!read.ok) throw new ProblemError(invalidParams(read.invalid))
  const { cursor, ...params } = read.params
  return { params: params as Params<M>, from: cursor ?? null }
}

async function stream<M extends ListingMethod>(
  network: Network,
  method: M,
  params: Params<M>,
  from: string | null,
  format: ExportFormat,
  left: AbortSignal,
): Promise<ExportStream> {
  const cursor = from === null ? FIRST_PAGE : decodeCursor(method, params, from)
  const question: ExportQuestion<M> = {
    method,
    params,
    network: network.name,
    from,
    startedAt: new Date().toISOString(),
  }
  const walk = walkList(network, method, params, cursor, left)
  const first = await walk.next().catch((error: unknown) => {
    throw error instanceof RpcError ? new ProblemError(toProblem(error.failure), { cause: error }) : error
  })

  async function* pieces(): AsyncGenerator<string, void> {
    const digest = createHash('sha256')
    const piece = (text: string) => {
      digest.update(text)
      return text
    }
    yield piece(exportHead(format, question))
    let rows = 0
    let slots = null as { from: number; to: number } | null
    let step = first
    for (; !step.done; step = await walk.next()) {
      const { items, slot } = step.value
      rows += items.length
      slots = { from: Math.min(slots?.from ?? slot, slot), to: Math.max(slots?.to ?? slot, slot) }
      if (items.length > 0) yield piece(exportRows(format, method, items))
    }
    const { complete, completeReason, repeatsRemoved, broken } = step.value
    const endedAt = new Date().toISOString()
    const sha256 = digest.digest('hex')
    const end = {
      rows,
      repeatsRemoved,
      slots,
      endedAt,
      complete,
      completeReason,
      cursor: broken?.cursor ?? null,
      sha256,
    }
    yield exportTail(format, end)
  }
  return { contentType: CONTENT_TYPES[format], fileName: exportName(format, question), pieces: pieces() }
}

function refused(name: string, message: string): ProblemError {
  return new ProblemError(invalidParams([{ name, message }]))
}
