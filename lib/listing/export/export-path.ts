import type { ExportFormat } from '../../api/file-format'
import { rpcPath } from '../../api/query'
import type { ListMethod, Params } from '../../protocol/rpc/methods'

export interface ExportPart {
  from?: string | null
  limit?: number | null
  proof?: boolean
  /** False: rows only, with a header in CSV. */
  comments?: boolean
}

/** Always from the first page, whatever `params` name. design.md 4.4. */
export function exportPath<M extends ListMethod>(
  method: M,
  params: Params<M>,
  network: string,
  format: ExportFormat,
  { from = null, limit = null, proof = false, comments = true }: ExportPart = {},
): string {
  const { limit: _, cursor: __, ...list } = params
  const part = { ...list, ...(limit !== null && { limit }), ...(from !== null && { cursor: from }) }
  const path = rpcPath(method, part as Params<M>, network)
  const flags = [proof && '&proof=true', !comments && '&comments=false']
  return `${path.replace('?', '/export?')}&format=${format}${flags.filter(Boolean).join('')}`
}
