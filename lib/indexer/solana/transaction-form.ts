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

/*
 * A recorded transaction as a node writes it: in the encoding that is wanted, whatever it was recorded in, with every member
 * that a node writes.
 */

/** Agave's code for a transaction of a version that the client does not understand. */
const UNSUPPORTED_VERSION = -32015

/** What stands of a transaction in the answers of getTransaction and getBlock. */
export interface WrittenTransaction {
  transaction: unknown
  meta: unknown
  version?: number | 'legacy'
}

/**
 * A transaction in the form that is wanted.
 * @throws MethodError for a version that the client does not understand, and for an encoding that cannot be made.
 */
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

/** Members that every node writes and not every recording has; empty balances are balances that nobody recorded. */
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

/** As recorded; a node leaves it out where nobody named a version, and then there is none. */
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

/** The bytes of a transaction in base64 or base58; null for one in json. */
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

/** The bytes that were signed follow from the json encoding, which holds all of a message up to version 0. */
function wireOfJson(recorded: RpcTransaction, version: number | 'legacy'): Uint8Array {
  if (version === 1) {
    throw invalidParams('config.encoding: must be json for a transaction of version 1 that was recorded in json')
  }
  // Kit checks the shape itself and throws; its parameter type describes what it hopes to find.
  const { compiledMessage } = decodeTransactionFromRpcResponse(
    recorded as Parameters<typeof decodeTransactionFromRpcResponse>[0],
  )
  const message = getCompiledTransactionMessageEncoder().encode(
    compiledMessage as CompiledTransactionMessage & CompiledTransactionMessageWithLifetime,
  )
  const { signatures } = recorded.transaction as { signatures: string[] }
  return Buffer.concat([Buffer.of(signatures.length), ...signatures.map(decodeBase58), new Uint8Array(message)])
}
