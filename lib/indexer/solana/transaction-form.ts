import {
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  decodeTransactionFromRpcResponse,
  getCompiledTransactionMessageEncoder,
} from '@solana/kit'
import { decodeBase58, encodeBase58 } from '../../protocol/base58'
import { versionOfWire } from '../../protocol/light/wire'
import { invalidParams, MethodError } from '../json-rpc/method-error'
import type { RpcTransaction } from '../ledger/ledger'
import type { TransactionForm } from './calls'
import { type JsonTransaction, jsonOfWire } from './wire-json'

const UNSUPPORTED_VERSION = -32015

export interface WrittenTransaction {
  transaction: unknown
  meta: unknown
  version?: number | 'legacy'
}

/** @throws MethodError for a version that the client does not understand, or an encoding that cannot be made */
export function writtenTransaction(
  recorded: RpcTransaction,
  { encoding, maxVersion }: TransactionForm,
): WrittenTransaction {
  const version = versionOf(recorded)
  if (version !== 'legacy' && (maxVersion === null || version > maxVersion)) {
    throw new MethodError(
      UNSUPPORTED_VERSION,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    )
  }
  return {
    transaction: encoded(recorded, version, encoding),
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
function versionOf({ transaction, version }: RpcTransaction): number | 'legacy' {
  if (typeof version === 'number') return version
  const wire = version === undefined ? wireOf(transaction) : null
  return wire ? versionOfWire(wire) : 'legacy'
}

function encoded(recorded: RpcTransaction, version: number | 'legacy', encoding: TransactionForm['encoding']): unknown {
  const { transaction } = recorded
  const wire = wireOf(transaction)
  if (encoding === 'json') return wire ? jsonOf(wire, version) : transaction
  if (Array.isArray(transaction) && transaction[1] === encoding) return transaction
  const bytes = wire ?? wireOfJson(recorded, version)
  return [encoding === 'base64' ? Buffer.from(bytes).toString('base64') : encodeBase58(bytes), encoding]
}

/** null: JSON encoding. */
function wireOf(transaction: unknown): Uint8Array | null {
  if (!Array.isArray(transaction)) return null
  const [text, encoding]: unknown[] = transaction
  if (typeof text !== 'string') throw new Error('wanted an encoded transaction')
  return encoding === 'base64' ? Buffer.from(text, 'base64') : decodeBase58(text)
}

function jsonOf(wire: Uint8Array, version: number | 'legacy'): JsonTransaction {
  if (version === 'legacy' || version === 0) return jsonOfWire(wire)
  throw invalidParams(`config.encoding: must be base64 or base58 for a transaction of version ${version}, found "json"`)
}

/** The JSON encoding holds a whole message up to version 0, so the signed bytes follow from it. */
function wireOfJson(recorded: RpcTransaction, version: number | 'legacy'): Uint8Array {
  if (version === 1) {
    throw invalidParams('config.encoding: must be json for a transaction of version 1 that was recorded in json')
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
