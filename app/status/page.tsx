import type { Metadata } from 'next'
import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { clock } from '@/lib/clock'
import type { Network } from '@/lib/gateway/networks'
import { door } from '@/lib/server/door'
import { statusSummary } from '@/lib/summary/status'
import { statusFeedHref } from '@/lib/urls/feeds'
import { statusHref } from '@/lib/urls/links'
import { readStatusUrl } from '@/lib/urls/read'
import { inLink, isLast, rangeToBeginWith, stretchOf } from '@/lib/urls/status-range'
import { headOf, invalidHead } from '../head'
import { InvalidPage } from '../invalid-page'
import { clusterOf, networkOf, shownNetwork } from '../load'
import { ForMachines } from './for-machines'
import { HistoryReport } from './history-report'
import { type CardNetwork, NetworkCards } from './network-cards'
import { OperationsReport } from './operations-report'
import { CARD_POINTS, DRAWN_POINTS, LOOKS } from './shown'
import { StatusReport } from './status-report'
import { statusSoon } from './status-soon'

export const dynamic = 'force-dynamic'

type Props = PageProps<'/status'>

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const search = await searchParams
  const on = networkOf(search)
  const read = readStatusUrl(search)
  if ('invalid' in on || !read.ok) return invalidHead()
  const range = isLast(read.value) ? null : read.value
  return headOf(statusSummary(await door().statusOf(on.network, 0), range), {
    canonical: statusHref(clusterOf(on.network), inLink(range)),
    feed: { href: statusFeedHref(on.network.name), title: 'Changes of the verdict' },
  })
}

/** /status: for people on call. design.md 4.3 and 5 (Health). */
export default async function StatusPage({ searchParams }: Props) {
  const search = await searchParams
  const on = networkOf(search)
  if ('invalid' in on) return <InvalidPage invalid={on.invalid} />
  const read = readStatusUrl(search)
  if (!read.ok) return <InvalidPage invalid={read.invalid} network={on.network} />
  const nowMs = clock().wall()
  const { name, isDefault } = on.network
  const asked = read.value
  const range = asked ?? { last: rangeToBeginWith(oldestOf(name, nowMs), nowMs) }
  const network = shownNetwork(on.network, (cluster) => statusHref(cluster, inLink(asked)))
  const others = door().networks().length > 1
  const [status, cards] = await Promise.all([
    door().statusOf(on.network, LOOKS),
    others ? Promise.all(door().networks().map(cardOf)) : [],
  ])

  async function cardOf(each: Network): Promise<CardNetwork> {
    return {
      name: each.name,
      href: network.all.find((link) => link.name === each.name)?.href ?? '',
      current: each.name === name,
      status: await statusSoon(each),
      history: door().historyOf(each.name, { ...stretchOf(range, nowMs), points: CARD_POINTS }),
    }
  }

  const now = <StatusReport key="now" network={name} initial={status} />
  const history = (
    <HistoryReport
      key="history"
      network={name}
      cluster={network.cluster}
      siteUrl={door().siteUrl()}
      range={range}
      nowMs={nowMs}
      initial={door().historyOf(name, { ...stretchOf(range, nowMs), points: DRAWN_POINTS })}
    />
  )
  const networkCards = others && <NetworkCards key="networks" networks={cards} range={range} />
  return (
    <Shell network={network} status={status} showsData={false}>
      <PageHead kind="Status" title={`Indexer of ${name}`} />
      <div className="space-y-8">
        {/* A permalink is about what happened then. */}
        {asked !== null && !isLast(asked) ? [history, now, networkCards] : [now, networkCards, history]}
        <OperationsReport network={name} initial={status} />
        <ForMachines
          network={name}
          isDefault={isDefault}
          siteUrl={door().siteUrl()}
          metricsPort={door().metricsPort()}
        />
      </div>
    </Shell>
  )
}

function oldestOf(network: string, nowMs: number): string | null {
  return door().historyOf(network, { fromMs: nowMs - 1000, toMs: nowMs, points: 1 }).oldest
}
