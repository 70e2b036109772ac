import { HeadActions } from '@/components/frame/head-actions'
import { Link } from '@/components/frame/link'
import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { txPage } from '@/lib/pages/tx'
import { door } from '@/lib/server/door'
import { explorersFor } from '@/lib/urls/explorers'
import { latestHref, txHref } from '@/lib/urls/links'
import { metadataOf } from '../../head'
import { shownNetwork } from '../../load'
import { openPage, type PageInput } from '../../open-page'

export const generateMetadata = metadataOf(txPage)

/** /tx/[signature]: what Leafscan can say of a transaction, and who can say more. design.md 4.3. */
export default async function TxPage(input: PageInput) {
  const opened = await openPage(txPage, input)
  if (!opened.ok) return opened.page
  const { network: on, url } = opened
  const { signature } = url
  const network = shownNetwork(on, (cluster) => txHref(signature, cluster))
  const explorers = explorersFor(on, 'tx', signature)
  return (
    <Shell network={network} status={await door().statusOf(on, 0)} showsData={false}>
      <PageHead
        kind="Transaction"
        text={signature}
        actions={
          <HeadActions
            page={{ kind: 'tx', text: signature, href: txHref(signature, network.cluster), network: network.name }}
          />
        }
      />
      <section className="panel max-w-prose p-4">
        <h2 className="text-base">Transaction details aren’t available from this indexer</h2>
        <p className="mt-1 text-sm">
          It does not report what a transaction did, whether it succeeded, or which accounts it touched.
        </p>
        {explorers.length > 0 ? (
          <ul className="mt-3 flex flex-wrap gap-2">
            {explorers.map(({ name, href }) => (
              <li key={name}>
                <a href={href} rel="noopener noreferrer" className="button">
                  Open in {name}
                </a>
              </li>
            ))}
          </ul>
        ) : (
          <p className="mt-3 text-sm text-muted">No other explorer covers the network “{network.name}”.</p>
        )}
        {on.about?.removed && <p className="mt-3 text-sm">{on.about.removed}</p>}
        <p className="mt-3 text-sm">
          <Link href={latestHref({}, network.cluster)}>Latest transactions</Link>
        </p>
      </section>
    </Shell>
  )
}
