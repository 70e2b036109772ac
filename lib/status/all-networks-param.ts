import 'server-only'
import { takeNetwork } from '../upstream/networks/network-param'
import type { Network } from '../upstream/networks/networks'
import { ALL } from './all-networks'

/** @throws ProblemError `invalid_params` with the known names */
export function takeNetworkOrAll(search: URLSearchParams): Network | typeof ALL {
  const named = search.getAll('cluster')
  if (named.length === 1 && named[0] === ALL) {
    search.delete('cluster')
    return ALL
  }
  return takeNetwork(search, [ALL])
}
