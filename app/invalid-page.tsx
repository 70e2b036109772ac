import type { ReactNode } from 'react'
import { Shell } from '@/components/frame/shell'
import { InvalidNotice } from '@/components/ui/invalid-notice'
import { type Cluster, homeHref, searchHref, txHref } from '@/lib/page/address'
import { findIdentifiers } from '@/lib/protocol/identifiers'
import { loadStatus } from '@/lib/status/api'
import { networkNamed } from '@/lib/upstream/networks/networks'
import { shownNetwork } from '../lib/site/load'
import type { InvalidUrl } from '../lib/site/open-page'

export async function InvalidPage({
  address: { invalid, network: named, subject, isSubject },
  children,
}: {
  address: InvalidUrl
  children?: ReactNode
}) {
  const network = named ?? networkNamed(undefined)
  if (!network) return null
  const shown = shownNetwork(network, homeHref)
  return (
    // Keeps the text of the URL in the search box.
    <Shell network={shown} status={await loadStatus(network)} query={named ? subject : ''} showsData={false}>
      <InvalidNotice invalid={invalid} meant={isSubject ? meantBy(subject, shown.cluster) : []} />
      {children}
    </Shell>
  )
}

function meantBy(text: string, cluster: Cluster): { text: string; href: string }[] {
  return findIdentifiers(text).map((thing) => ({
    text: thing.text,
    href: (thing.kind === 'signature' ? txHref : searchHref)(thing.text, cluster),
  }))
}
