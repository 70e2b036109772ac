import type { ExportFormat } from '../../api/file-format'
import { rpcPath } from '../../api/query'
import type { ListMethod, Params } from '../../protocol/rpc/methods'

/** Which part of a list to export, and how. */
export interface ExportPart {
  /** Behind this cursor; absent or null: from the first row. */
  from?: string | null
  /** One page of so many rows; absent or null: all rows. */
  limit?: number | null
  /** True: a mark before each part, see lib/listing/export/marks.ts. */
  marks?: boolean
  /** True: each row is checked against its hash. */
  proof?: boolean
  /** False: nothing but rows, and in CSV the names of columns. */
  comments?: boolean
}

/** Path and query of a list as a file, whatever page of it `params` name. design.md 4.4. */
export function exportPath<M extends ListMethod>(
  method: M,
  params: Params<M>,
  network: string,
  format: ExportFormat,
  { from = null, limit = null, marks = false, proof = false, comments = true }: ExportPart = {},
): string {
  const { limit: _, cursor: __, ...list } = params
  const part = { ...list, ...(limit !== null && { limit }), ...(from !== null && { cursor: from }) }
  const path = rpcPath(method, part as Params<M>, network)
  const flags = [marks && '&marks=true', proof && '&proof=true', !comments && '&comments=false']
  return `${path.replace('?', '/export?')}&format=${format}${flags.filter(Boolean).join('')}`
}
