import 'server-only'
import { once } from '../../platform/once'
import type { RpcFailure } from '../../protocol/rpc/failure'
import type { MethodName } from '../../protocol/rpc/methods'
import type { Indexer } from '../networks/networks'

export interface CallResult {
  indexer: Indexer
  method: MethodName
  params: object
  /** Set for a check's call. `again`: the reader's request it repeats; null: its own. */
  canary: { again: string | null } | null
  tookMs: number
  failure: RpcFailure | null
  few: string | null
  /** The answer's slot, and getIndexerSlot's last result before the request; null: unknown. */
  slots: { own: number | null; indexer: number | null }
}

type Listener = (result: CallResult) => void

/** By name, so that bundles with the same code register once. */
const listeners = once('call results', () => new Map<string, Listener>())

export function onCallResult(name: string, listener: Listener): void {
  listeners().set(name, listener)
}

export function emitCallResult(result: CallResult): void {
  for (const listener of listeners().values()) listener(result)
}
