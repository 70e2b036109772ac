import 'server-only'
import { isListMethod, type MethodName, rowsNameOf } from '../../protocol/rpc/methods'
import { takeOneOf } from '../../upstream/networks/network-param'

/** Elsewhere than in lists of accounts, `proof` is refused like an unknown parameter. @throws ProblemError */
export function takeProof(method: MethodName, search: URLSearchParams): boolean {
  const isProvable = isListMethod(method) && rowsNameOf(method) !== 'signatures'
  return isProvable && search.has('proof') && takeOneOf(search, 'proof', ['true', 'false']) === 'true'
}
