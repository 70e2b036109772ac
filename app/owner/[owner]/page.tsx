import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { ExportLinks } from '@/components/export/export-links'
import { OwnerTools } from '@/components/filters/owner-tools'
import { HeadActions } from '@/components/frame/head-actions'
import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { FeedLine } from '@/components/list/feed-line'
import { ListTools } from '@/components/list/list-tools'
import { StateNotice } from '@/components/notices/state-notice'
import { ShareButton } from '@/components/share/share-button'
import { ownerSummary } from '@/lib/summary/lists'
import { explorersFor } from '@/lib/urls/explorers'
import { feedHref } from '@/lib/urls/feeds'
import { ownerHref, TOKEN_PROGRAM } from '@/lib/urls/links'
import { readOwnerQuery } from '@/lib/urls/owner-query'
import { readOwnerUrl } from '@/lib/urls/read'
import { ownerParams } from '@/lib/urls/rpc-params'
import { headOf, invalidHead } from '../../head'
import { InvalidPage } from '../../invalid-page'
import { callsPerSecond, clusterOf, load, networkOf, positionOf, shownNetwork } from '../../load'
import { sharedQuestion } from '../../shared-question'
import { ListSince } from '../../since-taken'
import { EmptyOwner } from './empty-owner'
import { InvalidOwner } from './invalid-owner'
import { OwnerAccounts } from './owner-accounts'

type Props = PageProps<'/owner/[owner]'>

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { owner } = await params
  const search = await searchParams
  const on = networkOf(search)
  const read = readOwnerUrl(owner, search)
  if ('invalid' in on || !read.ok) return invalidHead()
  const url = read.value
  const rpcParams = ownerParams(url)
  const at = positionOf(on.network, 'getCompressedAccountsByOwner', rpcParams)
  if ('invalid' in at) return invalidHead()
  const { outcome } = await load(on.network, 'getCompressedAccountsByOwner', rpcParams)
  const cluster = clusterOf(on.network)
  const { filters, slice, limit, cursor } = url
  return headOf(ownerSummary(url, at.position.rowsBefore, outcome, on.network.name), {
    canonical: ownerHref(owner, { filters, slice, ...(cursor && { limit, cursor }) }, cluster),
    feed: { href: feedHref('owner', owner, cluster), title: 'New accounts of this owner' },
  })
}

/** /owner/[owner]: compressed accounts of an owner. design.md 4.3. */
export default async function OwnerPage({ params, searchParams }: Props) {
  const { owner } = await params
  const search = await searchParams
  const on = networkOf(search)
  if ('invalid' in on) return <InvalidPage invalid={on.invalid} />
  const read = readOwnerUrl(owner, search)
  if (!read.ok) {
    // Without an owner there is nothing to filter.
    return read.invalid.some(({ name }) => name === 'owner') ? (
      <InvalidPage invalid={read.invalid} network={on.network} query={owner} />
    ) : (
      <InvalidOwner owner={owner} search={search} invalid={read.invalid} network={on.network} />
    )
  }
  const url = read.value
  const rpcParams = ownerParams(url)
  const at = positionOf(on.network, 'getCompressedAccountsByOwner', rpcParams)
  if ('invalid' in at) return <InvalidPage invalid={at.invalid} network={on.network} query={owner} />
  const { state, outcome, problem, status } = await load(on.network, 'getCompressedAccountsByOwner', rpcParams)
  const network = shownNetwork(on.network, (cluster) => ownerHref(owner, { ...url, cursor: null, open: null }, cluster))
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
            explorers={explorersFor(on.network, 'address', owner)}
          />
        }
        share={
          <ShareButton
            question={sharedQuestion(on.network, 'getCompressedAccountsByOwner', rpcParams, {
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
            params={rpcParams}
            network={network.name}
            cluster={network.cluster}
            position={at.position}
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
          method="getCompressedAccountsByOwner"
          rows="accounts"
          params={rpcParams}
          network={network.name}
          what={url.filters.length > 0 || url.slice ? 'accounts that match' : 'accounts of this owner'}
          rowsBefore={at.position.rowsBefore}
          callsPerSecond={callsPerSecond(on.network)}
        />
      )}
      {!problem && <FeedLine href={feedHref('owner', owner, network.cluster)} what="new accounts of this owner" />}
    </Shell>
  )
}
