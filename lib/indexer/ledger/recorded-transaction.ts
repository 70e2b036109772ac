import { z } from 'zod'
import { encodeBase58 } from '../../protocol/base58'
import type { RpcTransaction } from './ledger'

/** Bytes are hex; an inner instruction is program index, account indices, data, stack height. */
export const recordedTransaction = z.object({
  version: z.union([z.literal('legacy'), z.literal(0)]),
  wire: z.string(),
  err: z.unknown(),
  inner: z.array(
    z.object({
      index: z.int(),
      instructions: z.array(z.tuple([z.int(), z.string(), z.string(), z.int().nullable()])),
    }),
  ),
  loaded: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }),
})

export type RecordedTransaction = z.infer<typeof recordedTransaction>

export function asRpcResult({ version, wire, err, inner, loaded }: RecordedTransaction): RpcTransaction & {
  meta: object
} {
  return {
    version,
    transaction: [Buffer.from(wire, 'hex').toString('base64'), 'base64'],
    meta: {
      err,
      innerInstructions: inner.map(({ index, instructions }) => ({
        index,
        instructions: instructions.map(([programIdIndex, accounts, data, stackHeight]) => ({
          programIdIndex,
          accounts: [...Buffer.from(accounts, 'hex')],
          data: encodeBase58(Buffer.from(data, 'hex')),
          stackHeight,
        })),
      })),
      loadedAddresses: loaded,
    },
  }
}
