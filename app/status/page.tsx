import type { Metadata } from 'next'
import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { Link } from '@/components/ui/link'
import { compareHref } from '@/lib/compare/address'
import { clock } from '@/lib/platform/clock'
import { isWall, statusHref } from '@/lib/status/address'
import { loadStatus } from '@/lib/status/api'
import { errorBudgetOf, history } from '@/lib/status/history/history'
import { statusPage } from '@/lib/status/page'
import { defaultRange, isRelative, type RequestedRange, rangeParams, timeRangeOf } from '@/lib/status/range'
import { onCallHref } from '@/lib/status/run-book-address'
import { certificateWarnings } from '@/lib/upstream/certificates'
import { chainFailures, chainStates } from '@/lib/upstream/chain/node'
import { indexerLabels, networks, siteUrl } from '@/lib/upstream/networks/networks'
import { pageMetadata } from '../../lib/site/head'
import { shownNetwork } from '../../lib/site/load'
import { openPage, type PageInput } from '../../lib/site/open-page'
import { InvalidPage } from '../invalid-page'
import { AllNetworks, allNetworksHead, isAllNetworks, withAllNetworksLink } from './all-networks'
import { ChainNodes } from './chain-nodes'
import { ErrorBudget } from './error-budget'
import { MachineLinks } from './for-machines'
import { HistoryReport } from './history-report'
import { WallLater } from './later'
import { OperationsTable } from './operations-table'
import { CHART_POINTS, CHECKS_SHOWN, WALL_RANGE } from './shown'
import { StatusReport } from './status-report'
import * as words from './words-server'

export const dynamic = 'force-dynamic'

const headOfOne = pageMetadata(statusPage)

export async function generateMetadata(input: PageInput): Promise<Metadata> {
  return isAllNetworks(await input.searchParams) ? allNetworksHead() : headOfOne(input)
}

/** For people on call. design.md 4.3 and 5 (Health). */
export default async function StatusPage(input: PageInput) {
  if (isAllNetworks(await input.searchParams)) return <AllNetworks input={input} />
  const opened = await openPage(statusPage, input)
  if (!opened.ok) return <InvalidPage address={opened} />
  const { network: openedNetwork, url: requestedRange } = opened
  const nowMs = clock().wall()
  const { name, isDefault } = openedNetwork
  const range = requestedRange ?? { last: defaultRange(oldestOf(name, nowMs), nowMs) }
  const hrefOf = (cluster: string | undefined) => statusHref(cluster, rangeParams(requestedRange))
  const network = withAllNetworksLink(shownNetwork(openedNetwork, hrefOf), hrefOf, false)
  const labels = indexerLabels(openedNetwork)
  const status = await loadStatus(openedNetwork, CHECKS_SHOWN)
  const historyOf = (shown: Exclude<RequestedRange, null>) =>
    history().history(name, { ...timeRangeOf(shown, nowMs), points: CHART_POINTS })
  if (isWall(opened.search))
    return <WallLater initial={status} history={historyOf(WALL_RANGE)} href={statusHref(network.cluster)} />
  const isPast = requestedRange !== null && !isRelative(requestedRange)
  const now = <StatusReport key="now" network={name} cluster={network.cluster} initial={status} isTitled={!isPast} />
  const past = (
    <HistoryReport
      key="history"
      network={name}
      cluster={network.cluster}
      siteUrl={siteUrl()}
      range={range}
      nowMs={nowMs}
      initial={historyOf(range)}
    />
  )
  return (
    <Shell network={network} status={status} showsData={false} here={statusHref(undefined)}>
      <PageHead kind="Status" title={`${name} indexer`}>
        {labels.length > 1 && (
          <p>
            <Link href={compareHref({}, network.cluster)}>{`Compare ${labels.join(' and ')}`}</Link>
          </p>
        )}
      </PageHead>
      <div className="space-y-8">
        {certificateWarnings(openedNetwork, nowMs).map((warning) => (
          <p key={warning} className="panel p-3 text-sm text-doubt">
            {warning}
          </p>
        ))}
        {/* A permalink shows a past range. */}
        {isPast ? [past, now] : [now, past]}
        <ErrorBudget budget={errorBudgetOf(name)} />
        <OperationsTable network={name} initial={status} />
        <ChainNodes
          states={chainStates(openedNetwork)}
          failures={chainFailures(openedNetwork)}
          replaced={status.replaced}
        />
        <p className="text-sm">
          <a href={onCallHref(network.cluster)}>Run book</a>
          <span>{words.runBook}</span>
          <br />
          <a href={statusHref(network.cluster, { view: 'wall' })}>Wall view</a>
          <span>{words.wall}</span>
        </p>
        <MachineLinks network={name} isDefault={isDefault} siteUrl={siteUrl()} hasOthers={networks().length > 1} />
      </div>
    </Shell>
  )
}

function oldestOf(network: string, nowMs: number): string | null {
  return history().history(network, { fromMs: nowMs - 1000, toMs: nowMs, points: 1 }).oldest
}
