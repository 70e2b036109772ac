import {
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  decodeTransactionFromRpcResponse,
  getCompiledTransactionMessageEncoder,
} from '@solana/kit'
import { decodeBase58 } from '../../protocol/base58'
import { versionOfWire } from '../../protocol/light/wire'
import { invalidParams, MethodError } from '../json-rpc/method-error'
import type { RpcTransaction } from '../ledger/ledger'

const UNSUPPORTED_VERSION = -32015

/** In base64. @param maxVersion null: only without a version @throws MethodError for a higher version, or without bytes */
export function formatTransaction(recorded: RpcTransaction, maxVersion: number | null) {
  const wire = wireOf(recorded.transaction)
  const version = versionOf(recorded, wire)
  if (version !== 'legacy' && (maxVersion === null || version > maxVersion)) {
    throw new MethodError(
      UNSUPPORTED_VERSION,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    )
  }
  return {
    transaction: [Buffer.from(wire ?? wireOfJson(recorded, version)).toString('base64'), 'base64'],
    meta: writtenMeta(recorded.meta),
    // A client that names no version knows of none.
    ...(maxVersion !== null && { version }),
  }
}

/** Adds members that every node writes and some recordings lack; empty balances were not recorded. */
function writtenMeta(recorded: unknown): unknown {
  const meta: Record<string, unknown> = { ...(recorded as object) }
  const { err = null } = meta
  return {
    status: err === null ? { Ok: null } : { Err: err },
    preBalances: [],
    postBalances: [],
    preTokenBalances: [],
    postTokenBalances: [],
    rewards: [],
    ...meta,
    err,
  }
}

/** A node omits `version` if the recorder requested none; the transaction is then legacy. */
function versionOf({ version }: RpcTransaction, wire: Uint8Array | null): number | 'legacy' {
  if (typeof version === 'number') return version
  return version === undefined && wire ? versionOfWire(wire) : 'legacy'
}

/** null: JSON encoding. */
function wireOf(transaction: unknown): Uint8Array | null {
  if (!Array.isArray(transaction)) return null
  const [text, encoding]: unknown[] = transaction
  if (typeof text !== 'string') throw new Error('wanted an encoded transaction')
  return encoding === 'base64' ? Buffer.from(text, 'base64') : decodeBase58(text)
}

/** The JSON encoding holds a whole message up to version 0, so the signed bytes follow from it. */
function wireOfJson(recorded: RpcTransaction, version: number | 'legacy'): Uint8Array {
  if (version === 1) {
    throw invalidParams('a transaction of version 1 that was recorded in json cannot be written in base64')
  }
  // Kit checks the shape itself and throws; its parameter type is what it expects.
  const { compiledMessage } = decodeTransactionFromRpcResponse(
    recorded as Parameters<typeof decodeTransactionFromRpcResponse>[0],
  )
  const message = getCompiledTransactionMessageEncoder().encode(
    compiledMessage as CompiledTransactionMessage & CompiledTransactionMessageWithLifetime,
  )
  const { signatures } = recorded.transaction as { signatures: string[] }
  return Buffer.concat([Buffer.of(signatures.length), ...signatures.map(decodeBase58), new Uint8Array(message)])
}
