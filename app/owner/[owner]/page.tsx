import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import Link from 'next/link'
import { PageHead } from '@/components/page-head'
import { Shell } from '@/components/shell'
import { ownerHref, TOKEN_PROGRAM } from '@/lib/urls/links'
import { type OwnerUrl, readOwnerUrl } from '@/lib/urls/read'
import { ownerParams } from '@/lib/urls/rpc-params'
import { InvalidPage } from '../../invalid-page'
import { load, networkOf, positionOf, shownNetwork } from '../../load'
import { OwnerAccounts } from './owner-accounts'

type Props = PageProps<'/owner/[owner]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { owner } = await params
  return {
    title: `Accounts of ${owner.slice(0, 44)}`,
    description: `Compressed accounts owned by ${owner.slice(0, 44)}.`,
  }
}

/** /owner/[owner]: compressed accounts of an owner. design.md 4.3. */
export default async function OwnerPage({ params, searchParams }: Props) {
  const { owner } = await params
  const search = await searchParams
  const on = networkOf(search)
  if ('invalid' in on) return <InvalidPage invalid={on.invalid} />
  const read = readOwnerUrl(owner, search)
  if (!read.ok) return <InvalidPage invalid={read.invalid} network={on.network} query={owner} />
  const url = read.value
  const rpcParams = ownerParams(url)
  const at = positionOf('getCompressedAccountsByOwner', rpcParams)
  if ('invalid' in at) return <InvalidPage invalid={at.invalid} network={on.network} query={owner} />
  const { state, problem, status } = await load(on.network, 'getCompressedAccountsByOwner', rpcParams)
  const network = shownNetwork(on.network, (cluster) => ownerHref(owner, { ...url, cursor: null, open: null }, cluster))
  return (
    <Shell network={network} status={status}>
      <PageHead kind="Owner" text={owner}>
        <p>
          Live compressed accounts that belong to this address.
          {owner === TOKEN_PROGRAM && ' This is the token program: it owns the compressed tokens of every wallet.'}
        </p>
        <QueryNotes url={url} everything={ownerHref(owner, {}, network.cluster)} />
      </PageHead>
      <HydrationBoundary state={state}>
        <OwnerAccounts
          url={url}
          params={rpcParams}
          network={network.name}
          cluster={network.cluster}
          position={at.position}
          initialProblem={problem}
        />
      </HydrationBoundary>
    </Shell>
  )
}

/** Says what narrows the list, in words, with the way back to everything. */
function QueryNotes({ url: { filters, slice }, everything }: { url: OwnerUrl; everything: string }) {
  if (filters.length === 0 && !slice) return null
  return (
    <ul className="mt-2 flex flex-wrap items-center gap-2">
      {filters.map(({ offset, bytes }) => (
        <li key={`${offset}:${bytes}`} className="chip max-w-full">
          <span className="shrink-0">data at byte {offset} is</span>
          <bdi dir="ltr" className="id truncate" title={bytes}>
            {bytes}
          </bdi>
        </li>
      ))}
      {slice && (
        <li className="chip">
          only {slice.length} bytes of data from byte {slice.offset}
        </li>
      )}
      <li>
        <Link href={everything} prefetch={false}>
          Show everything
        </Link>
      </li>
    </ul>
  )
}
