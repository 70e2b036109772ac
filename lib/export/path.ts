import { rpcPath } from '../api/query'
import type { ListMethod, Params } from '../rpc/methods'
import type { ExportFormat } from './document'

/** Which part of a list is taken, and how it comes. */
export interface ExportPart {
  /** Behind this cursor; absent or null: from the first row. */
  from?: string | null
  /** So many rows as one page; absent or null: all. */
  limit?: number | null
  /** Each part announced by a mark: lib/export/marks.ts. */
  marks?: boolean
}

/** Path and query of a list as a file, whatever page of it `params` name. design.md 4.4. */
export function exportPath<M extends ListMethod>(
  method: M,
  params: Params<M>,
  network: string,
  format: ExportFormat,
  { from = null, limit = null, marks = false }: ExportPart = {},
): string {
  const { limit: _, cursor: __, ...list } = params
  const part = { ...list, ...(limit !== null && { limit }), ...(from !== null && { cursor: from }) }
  const path = rpcPath(method, part as Params<M>, network)
  return `${path.replace('?', '/export?')}&format=${format}${marks ? '&marks=true' : ''}`
}
