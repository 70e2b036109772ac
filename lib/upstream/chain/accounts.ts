import 'server-only'
import { z } from 'zod'
import { ProblemError } from '../../api/problem'
import { wrongAnswerError } from '../../rpc-client/solana/answer'
import type { RequestClass } from '../../rpc-client/urgency'
import type { Network } from '../networks/networks'
import { callNode } from './call'
import { createLeafFetcher } from './failover'
import { chainMismatchProblem } from './problem'

export const MAX_ACCOUNTS = 100

export const accountShape = z.object({
  owner: z.string(),
  lamports: z.union([z.int().nonnegative().transform(BigInt), z.bigint()]),
  data: z.tuple([z.base64(), z.literal('base64')]),
})

const answerShape = z.object({
  context: z.object({ slot: z.int().nonnegative() }),
  value: z.array(z.union([accountShape, z.null()])),
})

/**
 * Accounts in the order of `addresses` (base58), null where there is none, and the slot they were read at. One uncached call.
 * @throws as nodeTransaction()
 */
export async function nodeAccounts(
  network: Network,
  addresses: readonly string[],
  deadline: number,
  by: RequestClass = 'interactive',
) {
  const call = { deadline, by }
  const config = { encoding: 'base64', commitment: 'confirmed' }
  const answer = await createLeafFetcher(network, call, async (node, { counts }) => {
    const result = await callNode(node, counts, 'getMultipleAccounts', [addresses, config], call)
    const read = answerShape.safeParse(result)
    if (!read.success) {
      const path = read.error.issues[0]?.path.map(String).join('.') ?? ''
      throw wrongAnswerError('accounts that are none', 'getMultipleAccounts', path)
    }
    return read.data
  })
  if (answer?.value.length !== addresses.length) {
    throw new ProblemError(chainMismatchProblem('The chain node sent another number of accounts than requested.'))
  }
  const accounts = answer.value.map(
    (account) => account && { ...account, data: Buffer.from(account.data[0], 'base64') },
  )
  return { slot: answer.context.slot, accounts }
}
