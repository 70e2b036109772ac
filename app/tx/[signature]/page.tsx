import type { Metadata } from 'next'
import Link from 'next/link'
import { HeadActions } from '@/components/frame/head-actions'
import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { door } from '@/lib/server/door'
import { txSummary } from '@/lib/summary/unasked'
import { explorersFor } from '@/lib/urls/explorers'
import { latestHref, txHref } from '@/lib/urls/links'
import { readTxUrl } from '@/lib/urls/read'
import { headOf, invalidHead } from '../../head'
import { InvalidPage } from '../../invalid-page'
import { clusterOf, networkOf, shownNetwork } from '../../load'

type Props = PageProps<'/tx/[signature]'>

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { signature } = await params
  const on = networkOf(await searchParams)
  if ('invalid' in on || !readTxUrl(signature).ok) return invalidHead()
  return headOf(txSummary(signature, on.network.name), { canonical: txHref(signature, clusterOf(on.network)) })
}

/** /tx/[signature]: what Leafscan can say of a transaction, and who can say more. design.md 4.3. */
export default async function TxPage({ params, searchParams }: Props) {
  const { signature } = await params
  const on = networkOf(await searchParams)
  if ('invalid' in on) return <InvalidPage invalid={on.invalid} />
  const read = readTxUrl(signature)
  if (!read.ok) return <InvalidPage invalid={read.invalid} network={on.network} query={signature} />
  const network = shownNetwork(on.network, (cluster) => txHref(signature, cluster))
  const explorers = explorersFor(on.network, 'tx', signature)
  return (
    <Shell network={network} status={await door().statusOf(on.network, 0)} showsData={false}>
      <PageHead
        kind="Transaction"
        text={signature}
        actions={
          <HeadActions
            kept={{ kind: 'tx', text: signature, href: txHref(signature, network.cluster), network: network.name }}
            explorers={[]}
          />
        }
      />
      <section className="panel max-w-prose p-4">
        <h2 className="text-base">An indexer of compressed state does not hold transactions</h2>
        <p className="mt-1 text-sm">
          None of its six operations tells what a transaction did, whom it paid or whether it succeeded, nor which
          accounts it touched.
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
          <p className="mt-3 text-sm text-muted">
            The network “{network.name}” is known to this explorer only, so there is no other explorer to link to.
          </p>
        )}
        <p className="mt-3 text-sm">
          <Link href={latestHref({}, network.cluster)}>Latest signatures</Link>
        </p>
      </section>
    </Shell>
  )
}
