import { HydrationBoundary } from '@tanstack/react-query'
import Link from 'next/link'
import { ExportLinks } from '@/components/export/export-links'
import { HeadActions } from '@/components/frame/head-actions'
import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { ListTools } from '@/components/list/list-tools'
import { StateNotice } from '@/components/notices/state-notice'
import { ShareButton } from '@/components/share/share-button'
import { delegatePage } from '@/lib/pages/delegate'
import { explorersFor } from '@/lib/urls/explorers'
import { delegateHref } from '@/lib/urls/links'
import { metadataOf } from '../../head'
import { callsPerSecond, load, shownNetwork } from '../../load'
import { openPage, type PageInput } from '../../open-page'
import { sharedQuestion } from '../../shared-question'
import { ListSince } from '../../since-taken'
import { DelegateTokenAccounts } from './delegate-token-accounts'
import { EmptyDelegate } from './empty-delegate'
import { exposureAtHand } from './exposure-at-hand'
import { ExposurePanel } from './exposure-panel'
import { ExposureView } from './exposure-view'

const METHOD = 'getCompressedTokenAccountsByDelegate'

export const generateMetadata = metadataOf(delegatePage)

/** /delegate/[delegate]: token accounts a delegate may move. design.md 4.3. */
export default async function DelegatePage(input: PageInput) {
  const opened = await openPage(delegatePage, input)
  if (!opened.ok) return opened.page
  const { network: on, url, params, position } = opened
  const { delegate } = url
  const [{ state, outcome, problem, status }, atHand] = await Promise.all([
    load(on, METHOD, params),
    exposureAtHand(on, delegate),
  ])
  const network = shownNetwork(on, (cluster) =>
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
            explorers={explorersFor(on, 'address', delegate)}
          />
        }
        share={
          <ShareButton
            question={sharedQuestion(on, METHOD, params, {
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
            {explorersFor(on, 'mint', url.mint).map(({ name, href }) => (
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
            params={params}
            network={network.name}
            cluster={network.cluster}
            position={position}
            initialProblem={problem}
            failed={problem && <StateNotice problem={problem} />}
            empty={<EmptyDelegate delegate={delegate} mint={url.mint} cluster={network.cluster} />}
            reset={status.reset}
          />
        </ListTools>
      </HydrationBoundary>
      {!problem && (
        <ExportLinks
          method={METHOD}
          rows="tokenAccounts"
          params={params}
          network={network.name}
          what={url.mint ? 'token accounts of this mint' : 'token accounts of this delegate'}
          rowsBefore={position.rowsBefore}
          callsPerSecond={callsPerSecond(on)}
        />
      )}
    </Shell>
  )
}
