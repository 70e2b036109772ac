import 'server-only'
import { errorClass, log } from '../../platform/log'
import { once } from '../../platform/once'
import type { VerdictChange } from '../history/contract'

/** A verdict that took the place of another one, with whose indexer it is about. */
export type NetworkChange = VerdictChange & { network: string }

type Listener = (change: NetworkChange) => void

const listeners = once('status listeners', () => new Set<Listener>())

/**
 * Calls back once for each change of a verdict from now on, with the check that settled it (`confirmedAt`). A start is no change while
 * the verdict is the one that was recorded last. Returns how to stop it.
 */
export function onVerdictChange(listener: Listener): () => void {
  listeners().add(listener)
  return () => void listeners().delete(listener)
}

/** Calls all listeners; what one of them throws is logged and keeps no other from being called. */
export function notifyVerdictChange(change: NetworkChange): void {
  for (const listener of listeners()) {
    try {
      listener(change)
    } catch (error) {
      log('error', 'verdict listener failed', { error: errorClass(error) })
    }
  }
}
