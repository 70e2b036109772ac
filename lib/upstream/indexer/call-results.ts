import 'server-only'
import { once } from '../../platform/once'
import type { RpcFailure } from '../../protocol/rpc/failure'
import type { MethodName } from '../../protocol/rpc/methods'
import type { Indexer } from '../networks/networks'

/** What became of a call to an indexer, as far as that says something of the indexer. */
export interface CallResult {
  indexer: Indexer
  method: MethodName
  params: object
  /** Set where a check asked in the place of readers. `again`: the reader's question; null: one of its own. */
  canary: { again: string | null } | null
  tookMs: number
  /** Null: it was answered. */
  failure: RpcFailure | null
  /** In words, that an answer has fewer rows than a check expects; null: it has enough. */
  few: string | null
  /** The answer's slot, and what getIndexerSlot last answered before it was asked for; null: not known. */
  slots: { own: number | null; indexer: number | null }
}

type Listener = (result: CallResult) => void

/** By name, so that bundles which hold the same code listen once. */
const listeners = once('call results', () => new Map<string, Listener>())

/** From now on a listener gets each result. One of the same name takes the place of the one before. */
export function onCallResult(name: string, listener: Listener): void {
  listeners().set(name, listener)
}

/** Tells all who listen of a result. */
export function emitCallResult(result: CallResult): void {
  for (const listener of listeners().values()) listener(result)
}
