import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { ExportLinks } from '@/components/export/export-links'
import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { FeedLine } from '@/components/list/feed-line'
import { ListTools } from '@/components/list/list-tools'
import { StateNotice } from '@/components/notices/state-notice'
import { ShareButton } from '@/components/share/share-button'
import { latestSummary } from '@/lib/summary/lists'
import { latestFeedHref } from '@/lib/urls/feeds'
import { latestHref } from '@/lib/urls/links'
import { readLatestUrl } from '@/lib/urls/read'
import { latestParams } from '@/lib/urls/rpc-params'
import { headOf, invalidHead } from '../head'
import { InvalidPage } from '../invalid-page'
import { callsPerSecond, clusterOf, load, networkOf, positionOf, shownNetwork } from '../load'
import { sharedQuestion } from '../shared-question'
import { ListSince } from '../since-taken'
import { LatestSignatures } from './latest-signatures'

export const dynamic = 'force-dynamic'

type Props = PageProps<'/latest'>

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const search = await searchParams
  const on = networkOf(search)
  const read = readLatestUrl(search)
  if ('invalid' in on || !read.ok) return invalidHead()
  const params = latestParams(read.value)
  const at = positionOf(on.network, 'getLatestCompressionSignatures', params)
  if ('invalid' in at) return invalidHead()
  const { outcome } = await load(on.network, 'getLatestCompressionSignatures', params)
  const cluster = clusterOf(on.network)
  const { limit, cursor } = read.value
  return headOf(latestSummary(read.value, at.position.rowsBefore, outcome, on.network.name), {
    canonical: latestHref(cursor ? { limit, cursor } : {}, cluster),
    feed: { href: latestFeedHref(cluster), title: 'Latest signatures' },
  })
}

/** /latest: the feed. design.md 4.3. */
export default async function LatestPage({ searchParams }: Props) {
  const search = await searchParams
  const on = networkOf(search)
  if ('invalid' in on) return <InvalidPage invalid={on.invalid} />
  const read = readLatestUrl(search)
  if (!read.ok) return <InvalidPage invalid={read.invalid} network={on.network} />
  const params = latestParams(read.value)
  const at = positionOf(on.network, 'getLatestCompressionSignatures', params)
  if ('invalid' in at) return <InvalidPage invalid={at.invalid} network={on.network} />
  const { state, outcome, problem, status } = await load(on.network, 'getLatestCompressionSignatures', params)
  const network = shownNetwork(on.network, (cluster) =>
    latestHref({ limit: read.value.limit, columns: read.value.columns }, cluster),
  )
  return (
    <Shell network={network} status={status}>
      <PageHead
        kind="Feed"
        title="Latest signatures"
        share={
          <ShareButton
            question={sharedQuestion(on.network, 'getLatestCompressionSignatures', params, {
              title: 'Latest signatures',
              feed: latestFeedHref(network.cluster),
            })}
          />
        }
      >
        <p>
          Transactions that touched compressed state, newest slot first. The order inside one slot is the indexer’s, not
          that of execution; failed transactions are not listed.
        </p>
      </PageHead>
      <ListSince takenAt={read.value.takenAt} outcome={outcome} noun="signature" />
      <HydrationBoundary state={state}>
        <ListTools
          table="signatures"
          chosen={read.value.columns}
          kept={latestHref({ ...read.value, columns: null }, network.cluster)}
        >
          <LatestSignatures
            url={read.value}
            params={params}
            network={network.name}
            cluster={network.cluster}
            position={at.position}
            initialProblem={problem}
            failed={problem && <StateNotice problem={problem} />}
            reset={status.reset}
          />
        </ListTools>
      </HydrationBoundary>
      {!problem && (
        <ExportLinks
          method="getLatestCompressionSignatures"
          rows="signatures"
          params={params}
          network={network.name}
          what="signatures that the indexer has"
          rowsBefore={at.position.rowsBefore}
          callsPerSecond={callsPerSecond(on.network)}
        />
      )}
      {!problem && <FeedLine href={latestFeedHref(network.cluster)} what="the newest signatures" />}
    </Shell>
  )
}
