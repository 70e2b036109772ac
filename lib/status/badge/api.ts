import 'server-only'
import type { ApiAnswer } from '../../api/api-answer'
import { Content } from '../../api/content'
import { isProblem } from '../../api/problem'
import { stringifyJson } from '../../protocol/rpc/json'
import { refuseOthers } from '../../upstream/networks/network-param'
import { ALL } from '../all-networks'
import { takeNetworkOrAll } from '../all-networks-param'
import { allStatusNow } from '../api'
import { statusNow } from '../health/probe'
import { type Badge, badgeOf, badgeOfAll, brokenBadge, shieldsJson } from './badge'
import { badgeSvg } from './svg'

/* What an indexer is like, as a picture and for shields.io: the probe's last word, without a wait. design.md 4.4. */

/** A probe checks every 5 s at best; a badge that is cached for longer shows a state that may be over. */
const CACHE = 'public, max-age=5'

/** GET /badge.svg */
export function answerBadgePicture(search: URLSearchParams): ApiAnswer {
  const badge = badgeFor(search)
  return { ...written(badge, badgeSvg(badge)), contentType: 'image/svg+xml; charset=utf-8' }
}

/** GET /badge.json, as shields.io reads it. */
export function answerBadgeJson(search: URLSearchParams): ApiAnswer {
  const badge = badgeFor(search)
  return written(badge, stringifyJson(shieldsJson(badge)))
}

/**
 * The badge for `?cluster=`. An address that names no known network still gets one, which says so: who embeds it sees
 * what is wrong, and a machine sees 400.
 */
function badgeFor(search: URLSearchParams): Badge {
  const named = search.get('cluster')
  try {
    const network = takeNetworkOrAll(search)
    refuseOthers(search, [])
    if (network === ALL) return badgeOfAll(allStatusNow(0))
    return badgeOf(statusNow(network), named === null ? 'indexer' : network.name)
  } catch (error) {
    if (!isProblem(error)) throw error
    const [wrong] = error.problem.invalid ?? []
    return brokenBadge(wrong?.name === 'cluster' ? 'unknown network' : 'unknown parameter')
  }
}

function written({ isError }: Badge, text: string): ApiAnswer {
  return { content: new Content(text), status: isError ? 400 : 200, cacheControl: isError ? 'no-store' : CACHE }
}
