import type { Metadata } from 'next'
import { PageHead } from '@/components/page-head'
import { Shell } from '@/components/shell'
import { statusOf } from '@/lib/gateway/health/probe'
import { statusHref } from '@/lib/urls/links'
import { InvalidPage } from '../invalid-page'
import { networkOf, shownNetwork } from '../load'
import { StatusReport } from './status-report'

export const dynamic = 'force-dynamic'

export const metadata: Metadata = {
  title: 'Indexer status',
  description: 'Is the indexer moving, and how close is it to the chain? The verdict with its evidence.',
}

/** /status: for people on call. design.md 4.3 and 5 (Health). */
export default async function StatusPage({ searchParams }: PageProps<'/status'>) {
  const on = networkOf(await searchParams)
  if ('invalid' in on) return <InvalidPage invalid={on.invalid} />
  const network = shownNetwork(on.network, statusHref)
  const status = await statusOf(on.network)
  return (
    <Shell network={network} status={status}>
      <PageHead kind="Status" title={`Indexer of ${network.name}`}>
        <p>
          Leafscan itself looks at the indexer every {status.intervalSeconds} s, once for all readers. The verdict joins
          the indexer’s own word on its health with what can be seen: whether its slot moves and whether it answers.
        </p>
      </PageHead>
      <StatusReport network={network.name} initial={status} />
    </Shell>
  )
}
