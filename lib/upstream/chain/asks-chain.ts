import 'server-only'
import { isCrawler } from '../../api/crawler'
import { requestContext } from '../../platform/request-context'
import type { Network } from '../networks/networks'
import { chainOf } from './node'

/**
 * Whether chain nodes are asked for the page that is being made: not where none is configured, and not for crawlers and
 * previews.
 */
export function asksChain(network: Network): 'yes' | 'not configured' | 'crawler' {
  if (!chainOf(network)) return 'not configured'
  return isForCrawler() ? 'crawler' : 'yes'
}

/** True where the page is for an index or a preview: no chain node is asked for it. */
export function isForCrawler(): boolean {
  return isCrawler(requestContext()?.request.headers['user-agent'])
}
