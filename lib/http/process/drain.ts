import { log } from '../../gateway/log'
import { processWide } from '../../gateway/process-wide'

const state = () => processWide('drain', () => ({ draining: false }))

/** From now on /readyz says 503, so that a load balancer sends nobody new. design.md 4.2, DRAIN_SECONDS. */
export function startDraining(): void {
  if (!state().draining) log('info', 'draining')
  state().draining = true
}

export function isDraining(): boolean {
  return state().draining
}
