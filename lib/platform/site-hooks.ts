import { once } from './once'
import { OTHER_ROUTE } from './request-context'

/**
 * What the listener asks of the site, which is bundled apart from it: lib/site/listener-hooks.ts hands it in at the start.
 */
export interface SiteHooks {
  /** The pattern that a path counts as: one of a bounded list, never anything that a reader has written. */
  routeOf(path: string): string
  /**
   * Waits for the slot that a page's address names; null where it names none.
   * `until`: monotonic milliseconds for which a page may wait.
   */
  waitForSlot(target: string): { until: number; isOver: Promise<void> } | null
}

export const siteHooks = once('site hooks', (): SiteHooks => ({ routeOf: () => OTHER_ROUTE, waitForSlot: () => null }))
