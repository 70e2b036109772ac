import { HydrationBoundary } from '@tanstack/react-query'
import { Elsewhere } from '@/components/frame/elsewhere'
import { HeadActions, PageHead, ShareButton } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { FeedLine } from '@/components/listing/notes'
import { TakenAt } from '@/components/listing/taken-at'
import { replacedText } from '@/components/status/replaced-words'
import { Describes } from '@/components/table/what-happened'
import { SlotTimes } from '@/components/ui/slot-age'
import { StateNotice } from '@/components/ui/state-notice'
import { WithoutSlot } from '@/components/ui/without-slot'
import { accountHref, historyHref } from '@/lib/account/address'
import { cachedTokenData } from '@/lib/account/lens/token-data'
import { accountPage } from '@/lib/account/page'
import { changeSince } from '@/lib/account/summary'
import { loadTimes } from '@/lib/listing/page-requests'
import { feedHref } from '@/lib/page/address'
import { withUnits } from '@/lib/transaction/description/parts'
import { whatHappened } from '@/lib/transaction/what-happened'
import { asksChain } from '@/lib/upstream/chain/node'
import { pageMetadata } from '../../../lib/site/head'
import { areMintsLate, loadMints, sharedRequest, shownNetwork, signaturesIn } from '../../../lib/site/load'
import { openPage, type PageInput } from '../../../lib/site/open-page'
import { InvalidPage } from '../../invalid-page'
import { AccountContentSection, AccountRow, OwnerForm } from './account-content'
import { AccountHistorySection } from './account-history'
import { AccountLife } from './account-life'
import { loadAccountPage, mintsIn, slotsIn } from './load-account'
import { SlotWait } from './slot-wait'
import { noNode, whatItIs } from './words-server'

export const generateMetadata = pageMetadata(accountPage, {
  knownOf: async (_, { network, url }) => {
    const { outcome, evidence } = await loadAccountPage(network, url)
    return { outcome, life: evidence }
  },
})

export default async function AccountPage(input: PageInput) {
  const opened = await openPage(accountPage, input)
  if (!opened.ok) return <InvalidPage address={opened} />
  const { network: on, url } = opened
  const { hash } = url
  const loaded = await loadAccountPage(on, url)
  const { state, status, waitsAt, outcome, content, history, row, evidence, life } = loaded
  const slot = 'answer' in outcome ? outcome.answer.meta.slot : null
  const problem = 'problem' in outcome ? outcome.problem : null
  const consumed = life?.kind === 'consumed'
  const slots = [url.takenAt ?? [], slotsIn(loaded)].flat()
  const [{ mints }, times] = await Promise.all([loadMints(on, mintsIn(loaded)), loadTimes(on, slots)])
  const found = row?.ok ? row.value.account : null
  const read = content?.ok
    ? { account: content.value.account, token: content.value.tokenData }
    : found && { account: found, token: cachedTokenData(found) }
  const what = withUnits(whatItIs(read), mints)
  const versions = history?.ok ? history.value.items : []
  const happened = await whatHappened(on, [
    ...signaturesIn(outcome),
    ...versions.map(({ created }) => created.signature),
  ])
  const network = shownNetwork(on, (cluster) => historyHref(hash, cluster, url))
  const { cluster } = network
  const removed = status.replaced ? replacedText(status.replaced) : (on.about?.removed ?? null)
  const feed = feedHref('account', hash, cluster)
  const part = { mints, idl: loaded.idl, url, cluster }
  const withoutSlot = accountHref(hash, cluster, { ...url, minSlot: null })
  return (
    <Shell network={network} status={status}>
      <PageHead
        kind="Compressed account"
        text={hash}
        actions={<HeadActions page={{ kind: 'account', text: hash, href: withoutSlot, network: network.name }} />}
        share={
          <ShareButton
            request={sharedRequest(
              on,
              'getCompressionSignaturesForAccount',
              { hash },
              { title: `Account ${hash}`, feed },
            )}
          />
        }
      />
      <SlotTimes known={times}>
        {url.takenAt !== null && (
          <TakenAt takenAt={url.takenAt} since={slot === null ? null : changeSince(url.takenAt, slot, life)} />
        )}
        <HydrationBoundary state={state}>
          {url.minSlot !== null && (
            <SlotWait
              key={`${hash}:${url.minSlot}`}
              minSlot={url.minSlot}
              waitsAt={waitsAt}
              network={network.name}
              again={historyHref(hash, cluster, url)}
              now={withoutSlot}
            />
          )}
          {waitsAt === null && (
            <AccountLife
              hash={hash}
              network={network.name}
              cluster={cluster}
              status={status}
              minSlot={url.minSlot}
              initialProblem={problem}
              failed={
                problem && (
                  <StateNotice problem={problem} action={<WithoutSlot problem={problem} href={withoutSlot} />} />
                )
              }
              notFound={
                <>
                  {removed && <p className="mt-2 max-w-prose text-sm">{removed}</p>}
                  <Elsewhere network={on} kind={null} text={hash} cluster={cluster} />
                </>
              }
              evidence={evidence}
              kind={life?.kind ?? null}
              what={what}
              namesCreator={!history?.ok}
            />
          )}
        </HydrationBoundary>
        <Describes happened={happened}>
          {history && <AccountHistorySection history={history} {...part} />}
          {'answer' in outcome && <FeedLine href={feed} what="this account’s history" />}
          {content && <AccountContentSection content={content} {...part} />}
        </Describes>
        {'answer' in outcome && asksChain(on) === 'not configured' && (
          <p className="mt-4 max-w-prose text-sm text-muted">{noNode}</p>
        )}
        {url.owner !== null && row && <AccountRow owner={url.owner} search={row} consumed={consumed} {...part} />}
      </SlotTimes>
      {(await areMintsLate()) && <span hidden data-late-mints />}
      {url.owner === null && waitsAt === null && !consumed && !content?.ok && <OwnerForm {...part} />}
    </Shell>
  )
}
