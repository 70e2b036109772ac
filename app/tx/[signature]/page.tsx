import { Elsewhere } from '@/components/frame/elsewhere'
import { NoChainNode } from '@/components/frame/no-chain-node'
import { HeadActions, PageHead, ShareButton } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { replacedText } from '@/components/status/replaced-words'
import { Sentence } from '@/components/table/sentence'
import { Link } from '@/components/ui/link'
import { StateNotice } from '@/components/ui/state-notice'
import { NO_MINTS } from '@/lib/account/mints/contract'
import { latestHref } from '@/lib/listing/address/list-address'
import { explorersFor, txHref } from '@/lib/page/address'
import { loadStatus } from '@/lib/status/api'
import type { Doubt } from '@/lib/transaction/contract'
import { keptOf, touchedMints } from '@/lib/transaction/kept'
import { loadTransaction } from '@/lib/transaction/load'
import { txPage } from '@/lib/transaction/page'
import { asksChain } from '@/lib/upstream/chain/node'
import type { Network } from '@/lib/upstream/networks/networks'
import { pageMetadata } from '../../../lib/site/head'
import { areMintsLate, loadMints, shownNetwork } from '../../../lib/site/load'
import { openPage, type PageInput } from '../../../lib/site/open-page'
import { InvalidPage } from '../../invalid-page'
import { InstructionList, LogLines } from './instruction-list'
import { NetChanges } from './net-changes'
import { TouchedAccounts } from './touched-accounts'
import { TransactionFacts } from './transaction-facts'
import * as words from './words'

export const generateMetadata = pageMetadata(txPage)

/** Milliseconds for all requests of the page. design.md 2 (6). */
const TOTAL_MS = 8_000

export default async function TxPage(input: PageInput) {
  const opened = await openPage(txPage, input)
  if (!opened.ok) return <InvalidPage address={opened} />
  const { network: on, url } = opened
  const { signature } = url
  const network = shownNetwork(on, (cluster) => txHref(signature, cluster))
  const { cluster } = network
  const json = apiHref(on, signature)
  const asks = asksChain(on)
  const [status, loaded] = await Promise.all([
    loadStatus(on),
    asks === 'yes' ? loadTransaction(on, signature, TOTAL_MS) : null,
  ])
  const description = keptOf(on, signature)?.description
  const mints = loaded?.ok ? (await loadMints(on, touchedMints(loaded.value))).mints : NO_MINTS
  return (
    <Shell network={network} status={status} showsData={false}>
      <PageHead
        kind="Transaction"
        text={signature}
        explorers={explorersFor(on, 'tx', signature)}
        actions={
          <HeadActions
            page={{ kind: 'tx', text: signature, href: txHref(signature, cluster), network: network.name }}
          />
        }
        share={
          <ShareButton
            request={{
              title: `Transaction ${signature}`,
              api: asks === 'yes' ? json : null,
              feed: null,
              indexer: null,
            }}
          />
        }
      />
      {description && (
        <p className="max-w-5xl pb-4 sm:text-lg">
          <Sentence description={description} cluster={cluster} whole />{' '}
          {loaded?.ok && loaded.value.doubt === null && (
            <span className="text-sm text-muted">{description.reason}</span>
          )}
        </p>
      )}
      {loaded === null ? (
        <NoChainNode title={words.noDetails} asks={asks} shows={words.detailsShown} />
      ) : loaded.ok ? (
        <>
          <TransactionFacts details={loaded.value} cluster={cluster} />
          {loaded.value.doubt === null ? (
            <>
              <TouchedAccounts details={loaded.value} mints={mints} cluster={cluster} json={json} />
              <NetChanges details={loaded.value} mints={mints} cluster={cluster} json={json} />
            </>
          ) : (
            <Doubtful doubt={loaded.value.doubt} again={txHref(signature, cluster)} />
          )}
          <InstructionList details={loaded.value} cluster={cluster} json={json} />
          <LogLines details={loaded.value} json={json} />
          {(await areMintsLate()) && <span hidden data-late-mints />}
          <p className="pt-6 text-sm">
            <a href={json}>{words.asJson}</a>
          </p>
        </>
      ) : (
        <StateNotice problem={loaded.problem} />
      )}
      {!loaded?.ok && status.replaced && <p className="mt-3 text-sm">{replacedText(status.replaced)}</p>}
      {loaded && !loaded.ok && loaded.problem.code === 'transaction_unknown' && (
        <Elsewhere network={on} kind="tx" text={signature} cluster={cluster} />
      )}
      {!loaded?.ok && on.about?.removed && <p className="mt-3 text-sm">{on.about.removed}</p>}
      {!loaded?.ok && (
        <p className="mt-3 text-sm">
          <Link href={latestHref({}, cluster)}>Latest transactions</Link>
        </p>
      )}
    </Shell>
  )
}

function Doubtful({ doubt, again }: { doubt: Doubt; again: string }) {
  return (
    <p className="panel mt-8 max-w-prose p-4 text-sm">
      <span>{words.doubts[doubt]}</span> <a href={again}>Ask again</a>
    </p>
  )
}

function apiHref({ name, isDefault }: Network, signature: string): string {
  return `/api/v1/transaction?${new URLSearchParams({ signature, ...(!isDefault && { cluster: name }) })}`
}
