import 'server-only'
import { errorClass, log } from '../../platform/log'
import { once } from '../../platform/once'
import type { VerdictChange } from '../history/contract'

export type NetworkChange = VerdictChange & { network: string }

type Listener = (change: NetworkChange) => void

const listeners = once('status listeners', () => new Set<Listener>())

/** `confirmedAt` is the deciding check. A start with the recorded verdict is no change. Returns the unsubscriber. */
export function onVerdictChange(listener: Listener): () => void {
  listeners().add(listener)
  return () => void listeners().delete(listener)
}

export function notifyVerdictChange(change: NetworkChange): void {
  for (const listener of listeners()) {
    try {
      listener(change)
    } catch (error) {
      log('error', 'verdict listener failed', { error: errorClass(error) })
    }
  }
}
