import { base58 } from '@scure/base'
import { ProblemError } from '../../api/problem'
import { loopTurn } from '../../platform/turns'
import { effectsOf, hasFailed } from '../../protocol/light/effects'
import { openWholeYielding } from '../../protocol/light/groups'
import { isLayoutError } from '../../protocol/light/layouts'
import type { Programs } from '../../protocol/light/programs'
import type { NodeTransaction } from '../../protocol/solana/node-transaction'
import { chainMismatchProblem } from '../../upstream/chain/problem'
import type { ReadTransaction } from './account-content'

/** @throws ProblemError chain_mismatch if unreadable; the reason of `signal` once it is aborted */
export async function readTransaction(
  node: NodeTransaction,
  programs: Programs,
  signal?: AbortSignal,
): Promise<ReadTransaction> {
  try {
    const whole = await openWholeYielding(node, loopTurn)
    if (!whole.isRecorded && !hasFailed(node)) throw mismatch(notRecorded(node.signature))
    const { events } = await effectsOf(node, programs, loopTurn, whole, signal)
    const { signature, slot, blockTime, finalized, unchecked } = node
    const [signer = ''] = whole.signers
    return {
      about: {
        ...{ signature, slot, signer, fee: feeOf(node) },
        blockTime: blockTime ?? 0,
        finalized: finalized && !unchecked,
      },
      events: events.map(({ consumed, created, newAddresses }) => ({
        inputs: consumed.map(({ hash, fields }) => ({
          hash: base58.encode(hash),
          fields: fields && {
            owner: base58.encode(fields.owner),
            lamports: fields.lamports,
            address: fields.address && base58.encode(fields.address),
          },
        })),
        outputs: created,
        newAddresses: newAddresses.map(({ address }) => base58.encode(address)),
      })),
    }
  } catch (error) {
    if (isLayoutError(error)) throw mismatch('The chain node sent a transaction that cannot be read.')
    throw error
  }
}

function mismatch(why: string): ProblemError {
  return new ProblemError(chainMismatchProblem(why))
}

function notRecorded(signature: string): string {
  return `The chain node did not record the inner instructions of transaction ${signature}, which hold what it did.`
}

function feeOf({ meta }: NodeTransaction): bigint | null {
  const fee: unknown = meta !== null && typeof meta === 'object' && 'fee' in meta ? meta.fee : null
  if (typeof fee === 'bigint') return fee
  return typeof fee === 'number' && Number.isSafeInteger(fee) ? BigInt(fee) : null
}
