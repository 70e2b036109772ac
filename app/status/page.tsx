import type { Metadata } from 'next'
import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { isNewChain, replacedWords } from '@/components/status/replaced-words'
import { Link } from '@/components/ui/link'
import { compareHref } from '@/lib/compare/address'
import { clock } from '@/lib/platform/clock'
import { statusHref } from '@/lib/status/address'
import { errorBudgetOf, historyOf } from '@/lib/status/history/history'
import { loadStatus } from '@/lib/status/load'
import { statusPage } from '@/lib/status/page'
import { defaultRange, isRelative, rangeParams, timeRangeOf } from '@/lib/status/range'
import { chainStates } from '@/lib/upstream/chain/node'
import { configuration, indexerLabels, type Network, networks, siteUrl } from '@/lib/upstream/networks/networks'
import { metadataOf } from '../../lib/site/head'
import { shownNetwork } from '../../lib/site/load'
import { openPage, type PageInput } from '../../lib/site/open-page'
import { InvalidPage } from '../invalid-page'
import { AllNetworks, allNetworksHead, isOfAll, withAll } from './all-networks'
import { ChainNodes } from './chain-nodes'
import { ErrorBudget } from './error-budget'
import { ForMachines } from './for-machines'
import { HistoryReport } from './history-report'
import { type CardNetwork, NetworkCards } from './network-cards'
import { OperationsReport } from './operations-report'
import { CARD_POINTS, CHECKS, DRAWN_POINTS } from './shown'
import { StatusReport } from './status-report'
import { statusSoon } from './status-soon'
import { VerdictWords } from './verdict-words'

export const dynamic = 'force-dynamic'

const headOfOne = metadataOf(statusPage)

export async function generateMetadata(input: PageInput): Promise<Metadata> {
  return isOfAll(await input.searchParams) ? allNetworksHead() : headOfOne(input)
}

/** For people on call. design.md 4.3 and 5 (Health). */
export default async function StatusPage(input: PageInput) {
  if (isOfAll(await input.searchParams)) return <AllNetworks input={input} />
  const opened = await openPage(statusPage, input)
  if (!opened.ok) return <InvalidPage address={opened} />
  const { network: openedNetwork, url: requestedRange } = opened
  const nowMs = clock().wall()
  const { name, isDefault } = openedNetwork
  const range = requestedRange ?? { last: defaultRange(oldestOf(name, nowMs), nowMs) }
  const hrefOf = (cluster: string | undefined) => statusHref(cluster, rangeParams(requestedRange))
  const network = withAll(shownNetwork(openedNetwork, hrefOf), hrefOf, false)
  const others = networks().length > 1
  const labels = indexerLabels(openedNetwork)
  const [status, cards] = await Promise.all([
    loadStatus(openedNetwork, CHECKS),
    others ? Promise.all(networks().map(cardOf)) : [],
  ])

  async function cardOf(each: Network): Promise<CardNetwork> {
    return {
      name: each.name,
      href: network.all.find((link) => link.name === each.name)?.href ?? '',
      current: each.name === name,
      status: await statusSoon(each),
      history: historyOf(each.name, { ...timeRangeOf(range, nowMs), points: CARD_POINTS }),
    }
  }

  const now = <StatusReport key="now" network={name} cluster={network.cluster} initial={status} />
  const history = (
    <HistoryReport
      key="history"
      network={name}
      cluster={network.cluster}
      siteUrl={siteUrl()}
      range={range}
      nowMs={nowMs}
      initial={historyOf(name, { ...timeRangeOf(range, nowMs), points: DRAWN_POINTS })}
    />
  )
  const networkCards = others && <NetworkCards key="networks" networks={cards} range={range} />
  return (
    <Shell network={network} status={status} showsData={false} here={statusHref(undefined)}>
      <PageHead kind="Status" title={`${name} indexer`}>
        {labels.length > 1 && (
          <p>
            <Link href={compareHref({}, network.cluster)}>{`Compare ${labels.join(' and ')}`}</Link>
          </p>
        )}
      </PageHead>
      {status.replaced && isNewChain(status.replaced, nowMs) && (
        <p className="mb-4 text-sm text-doubt">{replacedWords(status.replaced)}</p>
      )}
      <div className="space-y-8">
        {/* A permalink shows a past range. */}
        {requestedRange !== null && !isRelative(requestedRange)
          ? [history, now, networkCards]
          : [now, networkCards, history]}
        <ErrorBudget budget={errorBudgetOf(name)} />
        <OperationsReport network={name} initial={status} />
        <ChainNodes states={chainStates(openedNetwork)} replaced={status.replaced} next={status.nextBlock} />
        <VerdictWords cluster={network.cluster} />
        <ForMachines
          network={name}
          isDefault={isDefault}
          siteUrl={siteUrl()}
          metricsPort={configuration().metrics?.port ?? null}
          hasOthers={others}
        />
      </div>
    </Shell>
  )
}

function oldestOf(network: string, nowMs: number): string | null {
  return historyOf(network, { fromMs: nowMs - 1000, toMs: nowMs, points: 1 }).oldest
}
