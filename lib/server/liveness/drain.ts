import { log } from '../../platform/log'
import { once } from '../../platform/once'

const state = once('drain', () => ({ draining: false }))

/** Makes /readyz report 503, so that load balancers send no new clients. design.md 4.2, DRAIN_SECONDS. */
export function startDraining(): void {
  if (!state().draining) log('info', 'draining')
  state().draining = true
}

export function isDraining(): boolean {
  return state().draining
}
