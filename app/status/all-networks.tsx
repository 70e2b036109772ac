import type { Metadata } from 'next'
import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import type { IndexerStatus } from '@/lib/api/status'
import { statusFeedHref } from '@/lib/page/address'
import { firstOf, type Search } from '@/lib/page/url-reader'
import { isWall, statusHref } from '@/lib/status/address'
import { ALL_NETWORKS, allStatusFrom } from '@/lib/status/all-networks'
import { loadStatus } from '@/lib/status/api'
import { statusPage } from '@/lib/status/page'
import { rangeParams } from '@/lib/status/range'
import { allStatusSummary } from '@/lib/status/summary'
import { networks, siteUrl } from '@/lib/upstream/networks/networks'
import { buildMetadata } from '../../lib/site/head'
import { shownNetwork } from '../../lib/site/load'
import { openPage, type PageInput } from '../../lib/site/open-page'
import { InvalidPage } from '../invalid-page'
import { MachineLinks } from './for-machines'
import { AllReportLater, WallOfAllLater } from './later'
import * as words from './words-server'

export function isAllNetworks(search: Search): boolean {
  return firstOf(search, 'cluster') === ALL_NETWORKS
}

export async function AllNetworks({ input: { params, searchParams } }: { input: PageInput }) {
  const withoutCluster = searchParams.then(({ cluster: _, ...rest }) => rest)
  const opened = await openPage(statusPage, { params, searchParams: withoutCluster })
  if (!opened.ok) return <InvalidPage address={opened} />
  const hrefOf = (cluster: string | undefined) => statusHref(cluster, rangeParams(opened.url))
  const shown = shownNetwork(opened.network, hrefOf)
  const statuses = await allStatuses()
  if (isWall(opened.search)) return <WallOfAllLater initial={statuses} href={statusHref(ALL_NETWORKS)} />
  const own = statuses.find(({ network }) => network === opened.network.name)
  if (!own) throw new Error('the default network has no status')
  return (
    <Shell
      network={withAllNetworksLink(shown, hrefOf, true)}
      status={own}
      showsData={false}
      here={statusHref(undefined)}
    >
      <PageHead kind="Status" title="All networks" />
      <div className="space-y-8">
        <AllReportLater
          initial={statuses}
          links={Object.fromEntries(shown.all.map(({ name, href }) => [name, href]))}
        />
        <p className="text-sm">
          <a href={statusHref(ALL_NETWORKS, { view: 'wall' })}>Wall view</a>
          <span>{words.wallOfAll}</span>
        </p>
        <MachineLinks network={ALL_NETWORKS} isDefault={false} siteUrl={siteUrl()} />
      </div>
    </Shell>
  )
}

export async function allNetworksHead(): Promise<Metadata> {
  return buildMetadata(allStatusSummary(allStatusFrom(await allStatuses())), {
    canonical: statusHref(ALL_NETWORKS),
    feed: { href: statusFeedHref(ALL_NETWORKS), title: words.feedOfAll },
  })
}

export function withAllNetworksLink(
  network: ReturnType<typeof shownNetwork>,
  hrefOf: (cluster: string) => string,
  isAllNetworks: boolean,
): ReturnType<typeof shownNetwork> {
  if (network.all.length < 2) return network
  const all = { name: 'all networks', href: hrefOf(ALL_NETWORKS), current: isAllNetworks }
  const others = network.all.map((link) => ({ ...link, current: link.current && !isAllNetworks }))
  return { ...network, ...(isAllNetworks && { label: all.name }), all: [...others, all] }
}

function allStatuses(): Promise<IndexerStatus[]> {
  return Promise.all(networks().map((network) => loadStatus(network)))
}
