import 'server-only'
import { z } from 'zod'
import { loadMintsWithin } from '../../account/page-requests'
import type { ApiAnswer } from '../../api/api-answer'
import { jsonContent } from '../../api/content'
import { latestHref } from '../../listing/address/list-address'
import { ownerHref } from '../../listing/address/owner-address'
import { type Cluster, searchHref, txHref } from '../../page/address'
import { knownAccount } from '../../protocol/solana/known-accounts'
import { meaningsOn } from '../../search/load'
import { redirectTarget } from '../../search/meanings'
import * as words from '../../search/words'
import { loadStatus } from '../../status/api'
import { refuseOtherParams, takeNetwork, takeScalar } from '../../upstream/networks/network-param'
import { type Network, networkNames } from '../../upstream/networks/networks'
import type { FoundMeaning } from '../openapi/answers'
import { readQuery, type SearchQuery } from './read-query'

/** Milliseconds that a mint of the chain is waited for. */
const MINT_MS = 800

/**
 * GET /api/v1/search?q=: what /search finds for a text. `meanings` are what it may be, `leadsTo` the page of the only certain
 * one, to which /search redirects. `page` and `leadsTo` are paths of this site.
 * @throws ProblemError invalid_params
 */
export async function answerSearch(search: URLSearchParams): Promise<ApiAnswer> {
  const on = takeNetwork(search)
  const query = readQuery(takeScalar(search, 'q', z.string({ error: 'must be given' })), on)
  refuseOtherParams(search, [], ['q'])
  const { what, network } = query
  const found = await lookUp(query, network.isDefault ? undefined : network.name)
  const result = { kind: what.kind, text: ('text' in what && what.text) || null, leadsTo: null, ...found }
  return { content: jsonContent({ result, meta: { network: network.name } }), cacheControl: 'private, no-cache' }
}

interface Findings {
  why?: string
  leadsTo?: string | null
  meanings: FoundMeaning[]
}

async function lookUp({ what, link, goesAstray, thing, network }: SearchQuery, cluster: Cluster): Promise<Findings> {
  if (what.kind === 'own') return { leadsTo: what.path, meanings: [] }
  if (link && goesAstray) {
    const { site, custom } = link
    const why = link.thing
      ? `${words.linkFor(custom ? null : link.network)} ${words.otherNetworks(site, networkNames())}`
      : `${words.nothingInLink(site)}. ${words.emptyLink}`
    return { why, meanings: [] }
  }
  switch (thing?.kind) {
    case 'empty':
      return { why: words.nothingTyped, meanings: [] }
    case 'unknown':
      return { why: words.notRecognised(thing.why, thing.advice), meanings: [] }
    case 'several':
      return {
        meanings: thing.things.map((each) => unasked(each.kind, words.chooseOne, searchHref(textOf(each), cluster))),
      }
    case 'number': {
      const { slot } = await loadStatus(network)
      return { meanings: [unasked('slot', words.noSlotSearch(slot), latestHref({}, cluster))] }
    }
    case 'signature': {
      const page = txHref(thing.text, cluster)
      return { leadsTo: page, meanings: [unasked('transaction', words.pageLooksUp, page)] }
    }
    case 'key':
      return ofKey(thing.text, network, cluster)
    default:
      return { meanings: [] }
  }
}

async function ofKey(key: string, network: Network, cluster: Cluster): Promise<Findings> {
  if (knownAccount(key)) {
    const page = ownerHref(key, {}, cluster)
    return { leadsTo: page, meanings: [unasked('owner', words.pageLooksUp, page)] }
  }
  const all = await meaningsOn(network, key, cluster, (of, mints) => loadMintsWithin(of, mints, MINT_MS))
  // Once a hash is found, the others are not waited for.
  const hash = all.filter(({ as, state }) => as === 'Account hash' && state === 'found')
  const meanings = (hash.length > 0 ? hash : all).map(({ as, state, words: text, href, old }): FoundMeaning => {
    const found =
      state === 'found' ? { found: true } : state === 'none' ? { found: false } : { found: null, reason: state }
    return { kind: as.toLowerCase() as Lowercase<typeof as>, ...found, text, page: href, ...(old && { stale: true }) }
  })
  return { leadsTo: redirectTarget(key, all, cluster), meanings }
}

function unasked(kind: FoundMeaning['kind'], text: string, page: string): FoundMeaning {
  return { kind, found: null, reason: 'unasked', text, page }
}

const textOf = (each: object) => ('text' in each ? String(each.text) : '')
