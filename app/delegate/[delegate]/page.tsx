import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import Link from 'next/link'
import { ExportLinks } from '@/components/export/export-links'
import { HeadActions } from '@/components/frame/head-actions'
import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { ListTools } from '@/components/list/list-tools'
import { StateNotice } from '@/components/notices/state-notice'
import { ShareButton } from '@/components/share/share-button'
import { delegateSummary } from '@/lib/summary/lists'
import { explorersFor } from '@/lib/urls/explorers'
import { delegateHref } from '@/lib/urls/links'
import { readDelegateUrl } from '@/lib/urls/read'
import { delegateParams } from '@/lib/urls/rpc-params'
import { headOf, invalidHead } from '../../head'
import { InvalidPage } from '../../invalid-page'
import { callsPerSecond, clusterOf, load, networkOf, positionOf, shownNetwork } from '../../load'
import { sharedQuestion } from '../../shared-question'
import { ListSince } from '../../since-taken'
import { DelegateTokenAccounts } from './delegate-token-accounts'
import { EmptyDelegate } from './empty-delegate'
import { exposureAtHand } from './exposure-at-hand'
import { ExposurePanel } from './exposure-panel'
import { ExposureView } from './exposure-view'

type Props = PageProps<'/delegate/[delegate]'>

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { delegate } = await params
  const search = await searchParams
  const on = networkOf(search)
  const read = readDelegateUrl(delegate, search)
  if ('invalid' in on || !read.ok) return invalidHead()
  const url = read.value
  const rpcParams = delegateParams(url)
  const at = positionOf(on.network, 'getCompressedTokenAccountsByDelegate', rpcParams)
  if ('invalid' in at) return invalidHead()
  const { outcome } = await load(on.network, 'getCompressedTokenAccountsByDelegate', rpcParams)
  const { mint, limit, cursor } = url
  return headOf(delegateSummary(url, at.position.rowsBefore, outcome, on.network.name), {
    canonical: delegateHref(delegate, { mint, ...(cursor && { limit, cursor }) }, clusterOf(on.network)),
  })
}

/** /delegate/[delegate]: token accounts a delegate may move. design.md 4.3. */
export default async function DelegatePage({ params, searchParams }: Props) {
  const { delegate } = await params
  const search = await searchParams
  const on = networkOf(search)
  if ('invalid' in on) return <InvalidPage invalid={on.invalid} />
  const read = readDelegateUrl(delegate, search)
  if (!read.ok) return <InvalidPage invalid={read.invalid} network={on.network} query={delegate} />
  const url = read.value
  const rpcParams = delegateParams(url)
  const at = positionOf(on.network, 'getCompressedTokenAccountsByDelegate', rpcParams)
  if ('invalid' in at) return <InvalidPage invalid={at.invalid} network={on.network} query={delegate} />
  const [{ state, outcome, problem, status }, atHand] = await Promise.all([
    load(on.network, 'getCompressedTokenAccountsByDelegate', rpcParams),
    exposureAtHand(on.network, delegate),
  ])
  const network = shownNetwork(on.network, (cluster) =>
    delegateHref(delegate, { mint: url.mint, columns: url.columns }, cluster),
  )
  return (
    <Shell network={network} status={status}>
      <PageHead
        kind="Delegate"
        text={delegate}
        actions={
          <HeadActions
            kept={{
              kind: 'delegate',
              text: delegate,
              href: delegateHref(delegate, { mint: url.mint }, network.cluster),
              network: network.name,
              ...(url.mint && { note: 'one mint' }),
            }}
            explorers={explorersFor(on.network, 'address', delegate)}
          />
        }
        share={
          <ShareButton
            question={sharedQuestion(on.network, 'getCompressedTokenAccountsByDelegate', rpcParams, {
              title: `Delegated to ${delegate}`,
              feed: null,
            })}
          />
        }
      >
        <p>
          Token accounts of others that this address may move: the whole amount of each. Amounts are in base units,
          because the indexer does not know a mint’s decimals.
        </p>
        {url.mint && (
          <ul className="mt-2 flex flex-wrap items-center gap-2">
            <li className="chip max-w-full">
              <span className="shrink-0">mint is</span>
              <bdi dir="ltr" className="id truncate" title={url.mint}>
                {url.mint}
              </bdi>
            </li>
            <li>
              <Link href={delegateHref(delegate, {}, network.cluster)} prefetch={false}>
                Show all mints
              </Link>
            </li>
            {explorersFor(on.network, 'mint', url.mint).map(({ name, href }) => (
              <li key={href}>
                <a href={href} rel="noopener noreferrer">
                  Mint in {name}
                </a>
              </li>
            ))}
          </ul>
        )}
      </PageHead>
      <ListSince takenAt={url.takenAt} outcome={outcome} noun="token account" />
      {(atHand.whole ? atHand.exposure.accounts > 0 : !problem) && (
        <ExposurePanel
          key={`${network.name} ${delegate}`}
          atHand={atHand.whole ? 'whole' : atHand.reason}
          delegate={delegate}
          mint={url.mint}
          network={network.name}
          cluster={network.cluster}
        >
          {atHand.whole ? (
            <ExposureView
              exposure={atHand.exposure}
              seen={atHand.seen}
              atHand
              delegate={delegate}
              mint={url.mint}
              cluster={network.cluster}
            />
          ) : (
            <p className="text-sm text-muted">
              {atHand.reason === 'long'
                ? 'This list is longer than one answer of the indexer, which holds 1,000 rows. '
                : 'The indexer did not answer for the whole list. '}
              <noscript>Its sums need JavaScript; every page of the list below does not.</noscript>
            </p>
          )}
        </ExposurePanel>
      )}
      <HydrationBoundary state={state}>
        <ListTools
          table="tokenAccounts"
          chosen={url.columns}
          kept={delegateHref(delegate, { ...url, columns: null }, network.cluster)}
        >
          <DelegateTokenAccounts
            url={url}
            params={rpcParams}
            network={network.name}
            cluster={network.cluster}
            position={at.position}
            initialProblem={problem}
            failed={problem && <StateNotice problem={problem} />}
            empty={<EmptyDelegate delegate={delegate} mint={url.mint} cluster={network.cluster} />}
            reset={status.reset}
          />
        </ListTools>
      </HydrationBoundary>
      {!problem && (
        <ExportLinks
          method="getCompressedTokenAccountsByDelegate"
          rows="tokenAccounts"
          params={rpcParams}
          network={network.name}
          what={url.mint ? 'token accounts of this mint' : 'token accounts of this delegate'}
          rowsBefore={at.position.rowsBefore}
          callsPerSecond={callsPerSecond(on.network)}
        />
      )}
    </Shell>
  )
}
