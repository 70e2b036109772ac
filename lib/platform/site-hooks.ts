import { once } from './once'
import { OTHER_ROUTE } from './request-context'

/** The site is a separate bundle: lib/site/listener-hooks.ts passes this in at the start. */
export interface SiteHooks {
  /** From a bounded list, never text that a reader wrote. */
  routeOf(path: string): string
  /** null: the address names no slot. `until`: monotonic milliseconds. */
  waitForSlot(target: string): { until: number; isOver: Promise<void> } | null
}

export const siteHooks = once('site hooks', (): SiteHooks => ({ routeOf: () => OTHER_ROUTE, waitForSlot: () => null }))
