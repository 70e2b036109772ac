import 'server-only'
import { siteHooks } from '../platform/site-hooks'
import { waitForSlot, waitsUntil } from '../upstream/min-slot'
import { routeOf } from './routes'
import { slotNamedAt } from './slot-wait'

/** Tells the listener what it must know of pages before Next.js runs. */
export function handInSite(): void {
  Object.assign(siteHooks(), {
    routeOf,
    waitForSlot(target: string) {
      const named = slotNamedAt(target)
      if (!named) return null
      const until = waitsUntil()
      return { until, isOver: waitForSlot(named.network, named.minSlot, until) }
    },
  })
}
