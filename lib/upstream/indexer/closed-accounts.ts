import 'server-only'
import { z } from 'zod'
import type { Problem } from '../../api/problem'
import { toProblem } from '../../api/rpc-problem'
import { clock } from '../../platform/clock'
import { isRpcError, RpcError } from '../../protocol/rpc/failure'
import { address, slot } from '../../protocol/rpc/primitives'
import { limits } from '../../rpc-client/limits'
import { postRpc } from '../../rpc-client/post-rpc'
import { parseAnswer, statusFailure, wrongAnswerError } from '../../rpc-client/solana/answer'
import { endpointOf, type Network } from '../networks/networks'
import { preferredIndexer } from './indexers'

/** Above the 1,000 pairs of an answer. */
const MAX_BYTES = 256 * 1024

const shape = z.object({ slot, knownFrom: slot, cut: z.boolean(), pairs: z.array(z.object({ mint: address })) })

export type ClosedAccounts = { ok: true; value: z.output<typeof shape> } | { ok: false; problem: Problem }

/** Mints whose associated account of the wallet was closed; null: only the embedded indexer is asked. design.md 4.5. */
export async function closedAccounts(
  network: Network,
  wallet: string,
  deadline: number,
): Promise<ClosedAccounts | null> {
  if (!network.embedded) return null
  const target = endpointOf(preferredIndexer(network)).target(`associated/${wallet}`)
  const deadlineMs = Math.max(1, Math.min(limits().attemptMs, deadline - clock().monotonic()))
  try {
    const reply = await postRpc(target, '', { method: 'GET', deadlineMs, maxBytes: MAX_BYTES, renews: true })
    if (reply.status !== 200) throw new RpcError(statusFailure(reply, null))
    const read = shape.safeParse(parseAnswer(reply.body.toString('utf8')))
    if (read.success) return { ok: true, value: read.data }
    throw wrongAnswerError(
      'accounts that are none',
      'associated',
      read.error.issues[0]?.path.map(String).join('.') ?? '',
    )
  } catch (error) {
    if (isRpcError(error)) return { ok: false, problem: toProblem(error.failure) }
    throw error
  }
}
