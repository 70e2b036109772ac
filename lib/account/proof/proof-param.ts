import 'server-only'
import { isListMethod, type MethodName, rowsOf } from '../../protocol/rpc/methods'
import { takeOneOf } from '../../upstream/networks/network-param'

/**
 * Removes `proof` from the query of a list whose rows have hashes; on others it is refused like any unknown parameter.
 * @throws ProblemError invalid_params
 */
export function takeProof(method: MethodName, search: URLSearchParams): boolean {
  const isProvable = isListMethod(method) && rowsOf(method) !== 'signatures'
  return isProvable && search.has('proof') && takeOneOf(search, 'proof', ['true', 'false']) === 'true'
}
