import { redirect } from 'next/navigation'
import { Shell } from '@/components/frame/shell'
import { ownerHref } from '@/lib/listing/address/owner-address'
import { searchHref, txHref } from '@/lib/page/address'
import { firstOf } from '@/lib/page/url-reader'
import { knownAccount } from '@/lib/protocol/solana/known-accounts'
import { searchPage } from '@/lib/search/page'
import { unknownNetwork } from '@/lib/search/words'
import { readQuery } from '@/lib/site/lookup/read-query'
import { loadStatus } from '@/lib/status/api'
import { meaningsOn } from '../../lib/search/load'
import { redirectTarget } from '../../lib/search/meanings'
import { pageMetadata } from '../../lib/site/head'
import { clusterOf, loadMints, shownNetwork } from '../../lib/site/load'
import { openPage, type PageInput } from '../../lib/site/open-page'
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

  const { what, link, goesAstray, thing, network: target } = readQuery(q, on)
  if (what.kind === 'own') redirect(what.path)
  if (link?.thing && target !== on) redirect(searchHref(link.thing.text, clusterOf(target)))
  if (thing?.kind === 'signature') redirect(txHref(thing.text, cluster))
  const key = thing?.kind === 'key' ? thing.text : null
  // It is no wallet; no request could add to that.
  if (key !== null && knownAccount(key)) redirect(ownerHref(key, {}, cluster))
  const [status, meanings] = await Promise.all([
    loadStatus(on),
    key === null ? [] : meaningsOn(on, key, cluster, loadMints),
  ])
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
