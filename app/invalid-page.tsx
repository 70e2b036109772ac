import { Shell } from '@/components/frame/shell'
import { InvalidNotice } from '@/components/ui/invalid-notice'
import type { InvalidParam } from '@/lib/api/problem'
import { type Cluster, homeHref, searchHref, txHref } from '@/lib/page/address'
import { thingsIn } from '@/lib/protocol/identifiers'
import { door } from '@/lib/server/door'
import type { Network } from '@/lib/upstream/networks/networks'
import { shownNetwork } from '../lib/site/load'

/** A whole page for a malformed URL; proxy.ts has set the status 400 from the same check. */
export async function InvalidPage({
  invalid,
  network = door().networkNamed(undefined),
  query = '',
  isSubject = false,
}: {
  invalid: readonly InvalidParam[]
  network?: Network | null
  /** What stood in the URL, for the search box: nothing that was typed is lost. */
  query?: string
  /** True where that is what is malformed. */
  isSubject?: boolean
}) {
  if (!network) return null
  const shown = shownNetwork(network, homeHref)
  return (
    <Shell network={shown} status={await door().statusOf(network, 0)} query={query} showsData={false}>
      <InvalidNotice invalid={invalid} meant={isSubject ? meantBy(query, shown.cluster) : []} />
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
