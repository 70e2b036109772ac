import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import Link from 'next/link'
import { PageHead } from '@/components/page-head'
import { Shell } from '@/components/shell'
import { accountHref, delegateHref, ownerHref } from '@/lib/urls/links'
import { readAccountUrl } from '@/lib/urls/read'
import { InvalidPage } from '../../invalid-page'
import { load, networkOf, shownNetwork } from '../../load'
import { AccountLife } from './account-life'

type Props = PageProps<'/account/[hash]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { hash } = await params
  return {
    title: `Account ${hash.slice(0, 44)}`,
    description: `The life of the compressed account ${hash.slice(0, 44)}.`,
  }
}

/** /account/[hash]: the life of one account version. design.md 4.3. */
export default async function AccountPage({ params, searchParams }: Props) {
  const { hash } = await params
  const on = networkOf(await searchParams)
  if ('invalid' in on) return <InvalidPage invalid={on.invalid} />
  const read = readAccountUrl(hash)
  if (!read.ok) return <InvalidPage invalid={read.invalid} network={on.network} query={hash} />
  const { state, problem, status } = await load(on.network, 'getCompressionSignaturesForAccount', { hash })
  const network = shownNetwork(on.network, (cluster) => accountHref(hash, cluster))
  const { cluster } = network
  return (
    <Shell network={network} status={status}>
      <PageHead kind="Account hash" text={hash}>
        <p>
          One version of a compressed account. The same text looked at as an{' '}
          <Link href={ownerHref(hash, {}, cluster)} prefetch={false}>
            owner
          </Link>{' '}
          or a{' '}
          <Link href={delegateHref(hash, {}, cluster)} prefetch={false}>
            delegate
          </Link>
          .
        </p>
      </PageHead>
      <HydrationBoundary state={state}>
        <AccountLife hash={hash} network={network.name} cluster={cluster} initialProblem={problem} />
      </HydrationBoundary>
    </Shell>
  )
}
