import type { Params } from '../rpc/methods'
import { rpcPath } from '../rpc/query'
import type { ExportedMethod } from './columns'
import type { ExportFormat } from './document'

/** Path and query of a whole list as a file, whatever page of it `params` name. design.md 4.4. */
export function exportPath<M extends ExportedMethod>(
  method: M,
  params: Params<M>,
  network: string,
  format: ExportFormat,
): string {
  const { limit: _, cursor: __, ...list } = params
  const path = rpcPath(method, list as Params<M>, network)
  return `${path.replace('?', '/export?')}&format=${format}`
}
