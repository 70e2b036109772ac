import { HydrationBoundary } from '@tanstack/react-query'
import { ExportLinks } from '@/components/export/export-links'
import { OwnerTools } from '@/components/filters/owner-tools'
import { HeadActions } from '@/components/frame/head-actions'
import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { FeedLine } from '@/components/list/feed-line'
import { ListTools } from '@/components/list/list-tools'
import { StateNotice } from '@/components/notices/state-notice'
import { ShareButton } from '@/components/share/share-button'
import { ownerPage } from '@/lib/pages/owner'
import { explorersFor } from '@/lib/urls/explorers'
import { feedHref } from '@/lib/urls/feeds'
import { ownerHref, TOKEN_PROGRAM } from '@/lib/urls/links'
import { readOwnerQuery } from '@/lib/urls/owner-query'
import { metadataOf } from '../../head'
import { callsPerSecond, load, shownNetwork } from '../../load'
import { openPage, type PageInput } from '../../open-page'
import { sharedQuestion } from '../../shared-question'
import { ListSince } from '../../since-taken'
import { EmptyOwner } from './empty-owner'
import { InvalidOwner } from './invalid-owner'
import { OwnerAccounts } from './owner-accounts'

const METHOD = 'getCompressedAccountsByOwner'

export const generateMetadata = metadataOf(ownerPage)

/** /owner/[owner]: compressed accounts of an owner. design.md 4.3. */
export default async function OwnerPage(input: PageInput) {
  const opened = await openPage(ownerPage, input)
  if (!opened.ok) {
    const { invalid, network, subject, search, page } = opened
    // What the forms send is corrected in them; without an owner there is nothing to filter.
    const isInForms = network && !invalid.some(({ name }) => name === 'owner' || name === 'cursor')
    return isInForms ? <InvalidOwner {...{ search, invalid, network }} owner={subject} /> : page
  }
  const { network: on, url, search, params, position } = opened
  const { owner } = url
  const { state, outcome, problem, status } = await load(on, METHOD, params)
  const network = shownNetwork(on, (cluster) => ownerHref(owner, { ...url, cursor: null, open: null }, cluster))
  return (
    <Shell network={network} status={status}>
      <PageHead
        kind="Owner"
        text={owner}
        actions={
          <HeadActions
            kept={{
              kind: 'owner',
              text: owner,
              href: ownerHref(owner, { filters: url.filters, slice: url.slice }, network.cluster),
              network: network.name,
              ...(url.filters.length > 0 && { note: 'filtered' }),
            }}
            explorers={explorersFor(on, 'address', owner)}
          />
        }
        share={
          <ShareButton
            question={sharedQuestion(on, METHOD, params, {
              title: `Accounts of ${owner}`,
              feed: feedHref('owner', owner, network.cluster),
            })}
          />
        }
      >
        <p>
          Live compressed accounts that belong to this address.
          {owner === TOKEN_PROGRAM && ' This is the token program: it owns the compressed tokens of every wallet.'}
        </p>
      </PageHead>
      <ListSince takenAt={url.takenAt} outcome={outcome} noun="account" />
      <OwnerTools
        owner={owner}
        query={readOwnerQuery(owner, search)}
        limit={url.limit}
        mode={url.mode}
        columns={url.columns}
        cluster={network.cluster}
      />
      <HydrationBoundary state={state}>
        <ListTools
          table="accounts"
          chosen={url.columns}
          kept={ownerHref(owner, { ...url, columns: null }, network.cluster)}
        >
          <OwnerAccounts
            url={url}
            params={params}
            network={network.name}
            cluster={network.cluster}
            position={position}
            initialProblem={problem}
            failed={problem && <StateNotice problem={problem} />}
            empty={
              <EmptyOwner
                owner={owner}
                filtered={url.filters.length > 0}
                complete={'answer' in outcome ? outcome.answer.meta.complete : null}
                cluster={network.cluster}
              />
            }
            reset={status.reset}
          />
        </ListTools>
      </HydrationBoundary>
      {!problem && (
        <ExportLinks
          method={METHOD}
          rows="accounts"
          params={params}
          network={network.name}
          what={url.filters.length > 0 || url.slice ? 'accounts that match' : 'accounts of this owner'}
          rowsBefore={position.rowsBefore}
          callsPerSecond={callsPerSecond(on)}
        />
      )}
      {!problem && <FeedLine href={feedHref('owner', owner, network.cluster)} what="new accounts of this owner" />}
    </Shell>
  )
}
