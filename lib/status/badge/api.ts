import 'server-only'
import type { ApiAnswer } from '../../api/api-answer'
import { Content } from '../../api/content'
import { isProblem } from '../../api/problem'
import { stringifyJson } from '../../protocol/rpc/json'
import { refuseOtherParams } from '../../upstream/networks/network-param'
import { ALL_NETWORKS } from '../all-networks'
import { currentStatusOfAllNetworks, takeNetworkOrAll } from '../api'
import { statusNow } from '../health/probe'
import { type Badge, badgeOf, badgeOfAll, badgeSvg, errorBadge, shieldsJson } from './badge'

/** As often as probes check; longer caching would show outdated states. */
const CACHE = 'public, max-age=5'

export function answerBadgePicture(search: URLSearchParams): ApiAnswer {
  const badge = badgeFor(search)
  return { ...written(badge, badgeSvg(badge)), contentType: 'image/svg+xml; charset=utf-8' }
}

export function answerBadgeJson(search: URLSearchParams): ApiAnswer {
  const badge = badgeFor(search)
  return written(badge, stringifyJson(shieldsJson(badge)))
}

/** An unknown network also gets a badge, with the error as text and status 400. */
function badgeFor(search: URLSearchParams): Badge {
  const named = search.get('cluster')
  try {
    const network = takeNetworkOrAll(search)
    refuseOtherParams(search, [])
    if (network === ALL_NETWORKS) return badgeOfAll(currentStatusOfAllNetworks(0))
    return badgeOf(statusNow(network), named === null ? 'indexer' : network.name)
  } catch (error) {
    if (!isProblem(error)) throw error
    const [wrong] = error.problem.invalid ?? []
    return errorBadge(wrong?.name === 'cluster' ? 'unknown network' : 'unknown parameter')
  }
}

function written({ isError }: Badge, text: string): ApiAnswer {
  return { content: new Content(text), status: isError ? 400 : 200, cacheControl: isError ? 'no-store' : CACHE }
}
