import { base58 } from '@scure/base'
import {
  decodeTransactionFromRpcResponse,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
} from '@solana/kit'
import type { RpcTransaction } from '@/lib/indexer/ledger/ledger'
import { encodeBase58 } from '@/lib/protocol/base58'

function jsonOfWire(wire: Uint8Array): object {
  const { messageBytes, signatures } = getTransactionDecoder().decode(wire)
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
  if (message.version === 1) throw new Error('transactions of version 1 are not recorded')
  const { header, staticAccounts, lifetimeToken, instructions, version } = message
  const lookups = version === 0 ? (message.addressTableLookups ?? []) : null
  return {
    signatures: Object.values(signatures).map((signature) =>
      base58.encode(signature === null ? new Uint8Array(64) : new Uint8Array(signature)),
    ),
    message: {
      accountKeys: [...staticAccounts],
      header: {
        numRequiredSignatures: header.numSignerAccounts,
        numReadonlySignedAccounts: header.numReadonlySignerAccounts,
        numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
      },
      recentBlockhash: lifetimeToken,
      instructions: instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
        programIdIndex: programAddressIndex,
        accounts: [...accountIndices],
        data: encodeBase58(new Uint8Array(data ?? [])),
        stackHeight: null,
      })),
      ...(lookups && {
        addressTableLookups: lookups.map(({ lookupTableAddress, writableIndexes, readonlyIndexes }) => ({
          accountKey: lookupTableAddress,
          writableIndexes: [...writableIndexes],
          readonlyIndexes: [...readonlyIndexes],
        })),
      }),
    },
  }
}

export function wireOf(source: RpcTransaction): Uint8Array {
  if (Array.isArray(source.transaction)) return new Uint8Array(Buffer.from(String(source.transaction[0]), 'base64'))
  // Kit checks the shape itself and throws.
  const decoded = decodeTransactionFromRpcResponse(source as Parameters<typeof decodeTransactionFromRpcResponse>[0])
  const message = getCompiledTransactionMessageEncoder().encode(decoded.compiledMessage)
  const { signatures } = source.transaction as { signatures: string[] }
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([signatures.length]),
      ...signatures.map((text) => base58.decode(text)),
      Buffer.from(message),
    ]),
  )
}

export function inJson(source: RpcTransaction): RpcTransaction {
  return { ...source, transaction: jsonOfWire(wireOf(source)) }
}

export function inBase64(source: RpcTransaction): RpcTransaction {
  return { ...source, transaction: [Buffer.from(wireOf(source)).toString('base64'), 'base64'] }
}
