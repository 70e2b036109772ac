import type { ServerResponse } from 'node:http'
import { NAVIGATION } from './request-headers'

/** The framework's own bookkeeping: says what is prerendered, to nobody who needs it. */
const BOOKKEEPING = ['x-nextjs-cache', 'x-nextjs-prerender', 'x-nextjs-stale-time']

/** Takes out of an answer what the framework says to platforms around it. `isPage`: a navigation may lead to it. */
export function withoutBookkeeping(response: ServerResponse, isPage: boolean): void {
  for (const name of BOOKKEEPING) response.removeHeader(name)
  if (!isPage) withoutNavigation(response)
}

/** What is no page does not vary with navigations: a cache would be split by readers' headers. */
function withoutNavigation(response: ServerResponse): void {
  const vary = response.getHeader('vary')
  if (vary === undefined) return
  const names = String(vary).split(/\s*,\s*/)
  const varyNames = names.filter((name) => !NAVIGATION.test(name.toLowerCase()))
  if (varyNames.length > 0) response.setHeader('vary', varyNames.join(', '))
  else response.removeHeader('vary')
}
