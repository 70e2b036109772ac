import { Shell } from '@/components/frame/shell'
import { InvalidNotice } from '@/components/ui/invalid-notice'
import { type Cluster, homeHref, searchHref, txHref } from '@/lib/page/address'
import { thingsIn } from '@/lib/protocol/identifiers'
import { loadStatus } from '@/lib/status/load'
import { networkNamed } from '@/lib/upstream/networks/networks'
import { shownNetwork } from '../lib/site/load'
import type { InvalidAddress } from '../lib/site/open-page'

/** A whole page for a malformed URL; proxy.ts has set the status 400 from the same check. */
export async function InvalidPage({
  address: { invalid, network: named, subject, isSubject },
}: {
  address: InvalidAddress
}) {
  const network = named ?? networkNamed(undefined)
  if (!network) return null
  const shown = shownNetwork(network, homeHref)
  return (
    // What stood in the URL goes into the search box: nothing that was typed is lost.
    <Shell network={shown} status={await loadStatus(network)} query={named ? subject : ''} showsData={false}>
      <InvalidNotice invalid={invalid} meant={isSubject ? meantBy(subject, shown.cluster) : []} />
    </Shell>
  )
}

/** What the text in a URL may have been meant to name: the identifiers in it, and where they lead. */
function meantBy(text: string, cluster: Cluster): { text: string; href: string }[] {
  return thingsIn(text).map((thing) => ({
    text: thing.text,
    href: (thing.kind === 'signature' ? txHref : searchHref)(thing.text, cluster),
  }))
}
