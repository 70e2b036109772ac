import 'server-only'
import { once } from '../../platform/once'
import type { RpcFailure } from '../../protocol/rpc/failure'
import type { MethodName } from '../../protocol/rpc/methods'
import type { Indexer } from '../networks/networks'

export interface CallResult {
  indexer: Indexer
  method: MethodName
  params: object
  /** Set for calls of a check. `again`: the client's request that the call repeats; null: our own request. `least`: rows that it must have. */
  canary: { again: string | null; least: number } | null
  tookMs: number
  /** null: failed. */
  result: unknown
  failure: RpcFailure | null
  few: string | null
  /** `own`: the answer's slot; `indexer`: the last result of getIndexerSlot before the request; null: unknown. */
  slots: { own: number | null; indexer: number | null }
}

type Listener = (result: CallResult) => void

/** By name, because bundles with the same code would register twice. */
const listeners = once('call results', () => new Map<string, Listener>())

export function onCallResult(name: string, listener: Listener): void {
  listeners().set(name, listener)
}

export function emitCallResult(result: CallResult): void {
  for (const listener of listeners().values()) listener(result)
}
