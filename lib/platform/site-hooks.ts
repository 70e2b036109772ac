import { once } from './once'
import { OTHER_ROUTE } from './request-context'

/** The site is a separate bundle: lib/site/listener-hooks.ts sets these at start. */
export interface SiteHooks {
  /** A label from a bounded list, never a client's text. */
  routeOf(path: string): string
  /** null: the URL has no `minSlot`. `until`: monotonic milliseconds. */
  /** Bytes of a body that may be posted to it, at most; 0: only GET, HEAD and OPTIONS. Else only POST. */
  mayPost(path: string): number
  waitForSlot(target: string): { until: number; isOver: Promise<void> } | null
}

export const siteHooks = once(
  'site hooks',
  (): SiteHooks => ({ routeOf: () => OTHER_ROUTE, mayPost: () => 0, waitForSlot: () => null }),
)
