import { Link } from '@/components/ui/link'
import { delegateHref } from '@/lib/listing/address/list-address'
import { delegatePage } from '@/lib/listing/pages/delegate'
import { explorersFor } from '@/lib/page/address'
import { ListPageFrame } from '../../../components/listing/list-page'
import { TokenAccountRows } from '../../../components/listing/token-account-rows'
import { metadataOf } from '../../../lib/site/head'
import { load, loadMints } from '../../../lib/site/load'
import { loadList, openPage, type PageInput } from '../../../lib/site/open-page'
import { InvalidPage } from '../../invalid-page'
import { EmptyDelegate } from './empty-delegate'
import { ExposurePanel } from './exposure-panel'
import { ExposureView } from './exposure-view'
import { serverExposure } from './server-exposure'

export const generateMetadata = metadataOf(delegatePage)

export default async function DelegatePage(input: PageInput) {
  const opened = await openPage(delegatePage, input)
  if (!opened.ok) return <InvalidPage address={opened} />
  const { network: on, cluster, url, params } = opened
  const { delegate, mint } = url
  const [{ problem }, atHand] = await Promise.all([load(on, delegatePage.method, params), serverExposure(on, delegate)])
  const { mints: known } = await loadMints(on, atHand.mints)
  const shown = { delegate, mint, known, cluster }
  return (
    <ListPageFrame
      page={delegatePage}
      list={await loadList(delegatePage, opened)}
      rows={(shown) => <TokenAccountRows shown={shown} />}
      savedAs={{ kind: 'delegate', ...(mint && { note: 'one mint' }) }}
      about={
        <>
          <p className="max-sm:sr-only">Token accounts this address can transfer from as a delegate.</p>
          {mint && (
            <ul className="mt-2 flex flex-wrap items-center gap-2">
              <li className="chip max-w-full">
                <span className="shrink-0">Mint</span>
                <bdi dir="ltr" className="id truncate" title={mint}>
                  {mint}
                </bdi>
              </li>
              <li>
                <Link href={delegateHref(delegate, {}, cluster)}>Show all mints</Link>
              </li>
              {explorersFor(on, 'mint', mint).map(({ name, href }) => (
                <li key={href}>
                  <a href={href} rel="noopener noreferrer">
                    {`Mint in ${name}`}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </>
      }
      empty={<EmptyDelegate delegate={delegate} mint={mint} cluster={cluster} />}
    >
      {(atHand.whole ? atHand.exposure.accounts > 0 : !problem) && (
        <section aria-labelledby="exposure" className="pb-3">
          <h2 id="exposure" className="float-start me-3 text-base">
            Delegated balances
          </h2>
          {atHand.whole ? (
            <ExposureView {...atHand} {...shown} atHand />
          ) : (
            <ExposurePanel key={`${on.name} ${delegate}`} network={on.name} {...shown}>
              <p className="text-sm text-muted">
                <span>
                  {atHand.reason === 'long'
                    ? 'More than 1,000 token accounts: totals are added up in your browser. '
                    : 'The indexer did not return the whole list. '}
                </span>
                <noscript>Totals need JavaScript. The list below does not.</noscript>
              </p>
            </ExposurePanel>
          )}
        </section>
      )}
    </ListPageFrame>
  )
}
