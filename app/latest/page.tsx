import { HydrationBoundary } from '@tanstack/react-query'
import { ExportLinks } from '@/components/export/export-links'
import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { FeedLine } from '@/components/list/feed-line'
import { ListTools } from '@/components/list/list-tools'
import { StateNotice } from '@/components/notices/state-notice'
import { ShareButton } from '@/components/share/share-button'
import { latestPage } from '@/lib/pages/latest'
import { latestFeedHref } from '@/lib/urls/feeds'
import { latestHref } from '@/lib/urls/links'
import { metadataOf } from '../head'
import { callsPerSecond, load, shownNetwork } from '../load'
import { openPage, type PageInput } from '../open-page'
import { sharedQuestion } from '../shared-question'
import { ListSince } from '../since-taken'
import { LatestSignatures } from './latest-signatures'

export const dynamic = 'force-dynamic'

const METHOD = 'getLatestCompressionSignatures'

export const generateMetadata = metadataOf(latestPage)

/** /latest: the feed. design.md 4.3. */
export default async function LatestPage(input: PageInput) {
  const opened = await openPage(latestPage, input)
  if (!opened.ok) return opened.page
  const { network: on, url, params, position } = opened
  const { state, outcome, problem, status } = await load(on, METHOD, params)
  const network = shownNetwork(on, (cluster) => latestHref({ limit: url.limit, columns: url.columns }, cluster))
  return (
    <Shell network={network} status={status}>
      <PageHead
        kind="Feed"
        title="Latest signatures"
        share={
          <ShareButton
            question={sharedQuestion(on, METHOD, params, {
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
      <ListSince takenAt={url.takenAt} outcome={outcome} noun="signature" />
      <HydrationBoundary state={state}>
        <ListTools
          table="signatures"
          chosen={url.columns}
          kept={latestHref({ ...url, columns: null }, network.cluster)}
        >
          <LatestSignatures
            url={url}
            params={params}
            network={network.name}
            cluster={network.cluster}
            position={position}
            initialProblem={problem}
            failed={problem && <StateNotice problem={problem} />}
            reset={status.reset}
          />
        </ListTools>
      </HydrationBoundary>
      {!problem && (
        <ExportLinks
          method={METHOD}
          rows="signatures"
          params={params}
          network={network.name}
          what="signatures that the indexer has"
          rowsBefore={position.rowsBefore}
          callsPerSecond={callsPerSecond(on)}
        />
      )}
      {!problem && <FeedLine href={latestFeedHref(network.cluster)} what="the newest signatures" />}
    </Shell>
  )
}
