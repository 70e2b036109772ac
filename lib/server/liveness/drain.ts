import { log } from '../../platform/log'
import { once } from '../../platform/once'

const state = once('drain', () => ({ draining: false }))

/** From now on /readyz says 503, so that a load balancer sends nobody new. design.md 4.2, DRAIN_SECONDS. */
export function startDraining(): void {
  if (!state().draining) log('info', 'draining')
  state().draining = true
}

/** True once the process is to end, and nobody new should be sent here. */
export function isDraining(): boolean {
  return state().draining
}
