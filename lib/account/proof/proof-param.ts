import 'server-only'
import { isListMethod, type MethodName, rowsNameOf } from '../../protocol/rpc/methods'
import { takeOneOf } from '../../upstream/networks/network-param'

/** Only for lists whose rows have hashes; elsewhere it is refused like any unknown one. @throws ProblemError */
export function takeProof(method: MethodName, search: URLSearchParams): boolean {
  const isProvable = isListMethod(method) && rowsNameOf(method) !== 'signatures'
  return isProvable && search.has('proof') && takeOneOf(search, 'proof', ['true', 'false']) === 'true'
}
