import 'server-only'
import { asResult, type Result } from '../api/result'
import { awaitUpstream, deadlineIn, requestContext } from '../platform/request-context'
import type { Network } from '../upstream/networks/networks'
import type { TransactionDetails } from './contract'
import { transactionDetails } from './load'

export function loadTransaction(
  network: Network,
  signature: string,
  withinMs: number,
): Promise<Result<TransactionDetails>> {
  const { left } = requestContext() ?? {}
  return asResult(
    awaitUpstream(() => transactionDetails(network, signature, deadlineIn(withinMs), 'interactive', left)),
  )
}
