import type { UrlSlice } from '../../page/address'
import type { ListMethod, Params } from '../../protocol/rpc/methods'

/** The part of the accounts' data that a list is requested with; null: all of it, or rows without data. */
export function sliceOf<M extends ListMethod>(params: Params<M>): UrlSlice | null {
  return 'dataSlice' in params ? (params.dataSlice ?? null) : null
}
