import { Elsewhere } from '@/components/frame/elsewhere'
import { ChosenMint } from '@/components/listing/chosen-mint'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { delegateHref } from '@/lib/listing/address/list-address'
import { ownerHref } from '@/lib/listing/address/owner-address'
import { loadAnswer } from '@/lib/listing/page-requests'
import { delegatePage } from '@/lib/listing/pages/delegate'
import type { Network } from '@/lib/upstream/networks/networks'
import { ExposureSum } from '@/lib/wallet/exposure'
import { coverageOf } from '@/lib/wallet/wallet'
import { TokenAccountRows } from '../../../components/listing/token-account-rows'
import { pageMetadata } from '../../../lib/site/head'
import { load, loadMints } from '../../../lib/site/load'
import { loadList, openPage, type PageInput } from '../../../lib/site/open-page'
import { InvalidPage } from '../../invalid-page'
import { ListPageFrame } from '../../list-page'
import { ExposurePanel } from './exposure-panel'
import { ExposureView } from './exposure-view'
import * as words from './words-server'

const ONE_ANSWER = 1_000

const TOP_WALLETS = 8

export const generateMetadata = pageMetadata(delegatePage)

export default async function DelegatePage(input: PageInput) {
  const opened = await openPage(delegatePage, input)
  if (!opened.ok) return <InvalidPage address={opened} />
  const { network: on, cluster, url, params } = opened
  const { delegate, mint, created } = url
  const [{ problem }, atHand] = await Promise.all([load(on, delegatePage.method, params), serverExposure(on, delegate)])
  const { mints: known } = await loadMints(on, atHand.mints)
  const shown = { delegate, mint, created, known, cluster }
  return (
    <ListPageFrame
      page={delegatePage}
      list={await loadList(delegatePage, opened)}
      rows={(shown) => <TokenAccountRows shown={shown} />}
      savedAs={{ kind: 'delegate', ...(mint && { note: 'one mint' }) }}
      about={
        <>
          <p className="max-sm:sr-only">{words.about}</p>
          {mint && <ChosenMint mint={mint} all={delegateHref(delegate, { created }, cluster)} cluster={cluster} />}
        </>
      }
      empty={
        <Notice title={words.noneOf(mint)} text={words.noneText}>
          <p className="mt-3 flex flex-wrap gap-2">
            {mint && (
              <Link href={delegateHref(delegate, {}, cluster)} className="button">
                All mints of this delegate
              </Link>
            )}
            <Link href={ownerHref(delegate, {}, cluster)} className="button">
              Accounts it owns
            </Link>
          </p>
          <Elsewhere network={on} kind="address" text={delegate} cluster={cluster} />
        </Notice>
      }
    >
      {(atHand.listCoverage ? atHand.exposure.accounts > 0 : !problem) && (
        <section aria-labelledby="exposure" className="pb-3">
          <h2 id="exposure" className="float-start me-3 text-base">
            Delegated balances
          </h2>
          {atHand.listCoverage ? (
            <ExposureView {...atHand} {...shown} atHand />
          ) : (
            <ExposurePanel key={`${on.name} ${delegate}`} network={on.name} {...shown}>
              <p className="text-sm text-muted">
                <span>{atHand.reason === 'long' ? words.addedInBrowser : words.notWhole}</span>
                <noscript>{words.needScript}</noscript>
              </p>
            </ExposurePanel>
          )}
        </section>
      )}
    </ListPageFrame>
  )
}

/**
 * Complete only if the list fits one response, else the mints of its first rows. Shares the chunk of the page if both
 * need the same one; failures are shown by the page.
 */
async function serverExposure(network: Network, delegate: string) {
  const params = { delegate, limit: ONE_ANSWER }
  const outcome = await loadAnswer(network, 'getCompressedTokenAccountsByDelegate', params)
  if (!outcome.ok) return { mints: [], reason: 'failed' as const }
  const { items, cursor } = outcome.value.result.value
  const sum = new ExposureSum()
  sum.add(items)
  const exposure = sum.result(TOP_WALLETS)
  const mints = exposure.mints.map(({ mint }) => mint)
  if (cursor !== null) return { mints, reason: 'long' as const }
  return { mints, exposure, listCoverage: coverageOf(outcome.value) }
}
