import { redirect } from 'next/navigation'
import { Shell } from '@/components/frame/shell'
import { ownerHref } from '@/lib/listing/address/owner-address'
import { type Cluster, searchHref, txHref } from '@/lib/page/address'
import { firstOf } from '@/lib/page/url-reader'
import { knownAccount } from '@/lib/protocol/solana/known-accounts'
import { searchPage } from '@/lib/search/page'
import { recognise } from '@/lib/search/recognise'
import { unknownNetwork } from '@/lib/search/words'
import { loadStatus } from '@/lib/status/api'
import { configuration, type Network, networkNamed } from '@/lib/upstream/networks/networks'
import { askMeanings } from '../../lib/search/load'
import { type Meaning, meaningsOf, redirectTarget } from '../../lib/search/meanings'
import { pageMetadata } from '../../lib/site/head'
import { clusterOf, loadMints, shownNetwork } from '../../lib/site/load'
import { openPage, type PageInput } from '../../lib/site/open-page'
import { hasPage } from '../../lib/site/pages'
import { InvalidPage } from '../invalid-page'
import { KeyMeanings } from './key-meanings'
import { NothingTyped, NotRecognised, NumberNotice, OtherSiteLink, SeveralMatches } from './notices'
import { YourPages } from './your-pages'

export const generateMetadata = pageMetadata(searchPage)

export default async function SearchPage(input: PageInput) {
  const opened = await openPage(searchPage, input)
  if (!opened.ok) return <InvalidPage address={opened} />
  const { network: on, search } = opened
  const q = firstOf(search, 'q') ?? ''
  const network = shownNetwork(on, (cluster) => searchHref(q, cluster))
  const { cluster } = network

  const what = recognise(q, { hosts: configuration().ownHosts, hasPage })
  if (what.kind === 'own') redirect(what.path)
  const link = what.kind === 'link' ? what.link : null
  const target = link?.network ? networkNamed(link.network) : undefined
  if (link?.thing && target && target !== on) redirect(searchHref(link.thing.text, clusterOf(target)))
  const goesAstray = link !== null && (link.thing === null || link.custom || target === null)
  const thing = link ? (goesAstray ? null : link.thing) : what

  if (thing?.kind === 'signature') redirect(txHref(thing.text, cluster))
  const key = thing?.kind === 'key' ? thing.text : null
  // It is no wallet; no request could add to that.
  if (key !== null && knownAccount(key)) redirect(ownerHref(key, {}, cluster))
  const [status, meanings] = await Promise.all([loadStatus(on), key === null ? [] : meaningsOn(on, key, cluster)])
  const destination = key === null ? null : redirectTarget(key, meanings, cluster)
  if (destination !== null) redirect(destination)
  return (
    <Shell network={network} status={status} query={q}>
      <h1 className="text-lg">Search</h1>
      <YourPages query={q} network={network.name} cluster={cluster} isUnknown={thing?.kind === 'unknown'}>
        {link && goesAstray && <OtherSiteLink link={link} networks={network.all} />}
        {link && !goesAstray && link.network === null && (
          <p className="mt-2 max-w-prose text-sm text-muted">
            Found in a link to <bdi className="id">{link.site}</bdi>
            <span>{unknownNetwork(network.name)}</span>
          </p>
        )}
        {thing?.kind === 'empty' && <NothingTyped />}
        {thing?.kind === 'unknown' && <NotRecognised unknown={thing} cluster={cluster} />}
        {thing?.kind === 'number' && <NumberNotice text={thing.text} slot={status.slot} cluster={cluster} />}
        {thing?.kind === 'several' && <SeveralMatches matches={thing.things} cluster={cluster} />}
        {thing?.kind === 'key' && <KeyMeanings text={thing.text} {...{ meanings, cluster }} network={on} />}
      </YourPages>
    </Shell>
  )
}

/** The chain is asked for a mint only where the indexer knows no certain meaning. */
async function meaningsOn(on: Network, key: string, cluster: Cluster): Promise<Meaning[]> {
  const outcomes = await askMeanings(on, key)
  const meanings = meaningsOf(key, outcomes, cluster)
  if (redirectTarget(key, meanings, cluster) !== null) return meanings
  const { mints } = await loadMints(on, [key])
  return Object.hasOwn(mints, key) ? meaningsOf(key, outcomes, cluster, true) : meanings
}
