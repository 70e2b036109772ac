import type { Metadata } from 'next'
import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import type { IndexerStatus } from '@/lib/api/status'
import { statusFeedHref } from '@/lib/page/address'
import { firstOf, type Search } from '@/lib/page/address-reader'
import { clock } from '@/lib/platform/clock'
import { statusHref } from '@/lib/status/address'
import { ALL, allOf, worstFirst } from '@/lib/status/all-networks'
import { history } from '@/lib/status/history/history'
import { loadStatus } from '@/lib/status/load'
import { statusPage } from '@/lib/status/page'
import { rangeParams, timeRangeOf } from '@/lib/status/range'
import { allStatusSummary } from '@/lib/status/summary'
import { networkNamed, networks, siteUrl } from '@/lib/upstream/networks/networks'
import { headOf } from '../../lib/site/head'
import { shownNetwork } from '../../lib/site/load'
import { openPage, type PageInput } from '../../lib/site/open-page'
import { InvalidPage } from '../invalid-page'
import { AllReport } from './all-report'
import { ForMachines } from './for-machines'
import { CARD_POINTS, NetworkCard } from './network-card'
import { StatePatterns } from './state-bar'

const USUAL_RANGE = { last: '24h' } as const

export function isOfAll(search: Search): boolean {
  return firstOf(search, 'cluster') === ALL
}

export async function AllNetworks({ input }: { input: PageInput }) {
  const opened = await openPage(statusPage, withoutCluster(input))
  if (!opened.ok) return <InvalidPage address={opened} />
  const nowMs = clock().wall()
  const range = opened.url ?? USUAL_RANGE
  const hrefOf = (cluster: string | undefined) => statusHref(cluster, rangeParams(opened.url))
  const shown = shownNetwork(opened.network, hrefOf)
  const statuses = await allStatuses()
  const own = statuses.find(({ network }) => network === opened.network.name)
  if (!own) throw new Error('the default network has no status')
  return (
    <Shell network={withAll(shown, hrefOf, true)} status={own} showsData={false} here={statusHref(undefined)}>
      <PageHead kind="Status" title="All networks" />
      <div className="space-y-8">
        <AllReport initial={statuses} />
        <StatePatterns />
        <ul aria-label="Networks" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          {worstFirst(statuses).map((status) => (
            <li key={status.network}>
              <NetworkCard
                network={{
                  href: hrefOf(networkNamed(status.network)?.isDefault ? undefined : status.network),
                  status,
                  history: history().history(status.network, { ...timeRangeOf(range, nowMs), points: CARD_POINTS }),
                }}
                range={range}
              />
            </li>
          ))}
        </ul>
        <ForMachines network={ALL} isDefault={false} siteUrl={siteUrl()} />
      </div>
    </Shell>
  )
}

export async function allNetworksHead(): Promise<Metadata> {
  return headOf(allStatusSummary(allOf(await allStatuses())), {
    canonical: statusHref(ALL),
    feed: { href: statusFeedHref(ALL), title: 'Status changes of all networks' },
  })
}

export function withAll(
  network: ReturnType<typeof shownNetwork>,
  hrefOf: (cluster: string) => string,
  isOfAll: boolean,
): ReturnType<typeof shownNetwork> {
  if (network.all.length < 2) return network
  const all = { name: 'all networks', href: hrefOf(ALL), current: isOfAll }
  const others = network.all.map((link) => ({ ...link, current: link.current && !isOfAll }))
  return { ...network, ...(isOfAll && { label: all.name }), all: [...others, all] }
}

function allStatuses(): Promise<IndexerStatus[]> {
  const names = networks()
  return Promise.all(names.map((network) => loadStatus(network)))
}

function withoutCluster({ params, searchParams }: PageInput): PageInput {
  return { params, searchParams: searchParams.then(({ cluster: _, ...rest }) => rest) }
}
