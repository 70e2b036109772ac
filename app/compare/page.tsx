import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { StateNotice } from '@/components/ui/state-notice'
import { type CompareAddress, compareHref, compareParams } from '@/lib/compare/address'
import { comparePage } from '@/lib/compare/page'
import { loadComparison } from '@/lib/compare/page-requests'
import { loadStatus } from '@/lib/status/load'
import { indexerLabels, type Network, networks } from '@/lib/upstream/networks/networks'
import { metadataOf } from '../../lib/site/head'
import { clusterOf, shownNetwork } from '../../lib/site/load'
import { openPage, type PageInput } from '../../lib/site/open-page'
import { InvalidPage } from '../invalid-page'
import { CompareForm } from './compare-form'
import { ComparisonReport } from './comparison-report'
import { OneIndexer } from './one-indexer'
import { Running } from './running'

export const dynamic = 'force-dynamic'

export const generateMetadata = metadataOf(comparePage)

/** Milliseconds before a comparison continues in the background. design.md 2 (6). */
const WAIT_MS = 7_000

export default async function ComparePage(input: PageInput) {
  const opened = await openPage(comparePage, input)
  if (!opened.ok) return <InvalidPage address={opened} />
  const { network: on, cluster, url } = opened
  const labels = indexerLabels(on)
  const { query } = url
  const params = query ? compareParams(query) : {}
  const [status, compared] = await Promise.all([
    loadStatus(on),
    labels.length > 1 && query ? loadComparison(on, query, WAIT_MS) : null,
  ])
  return (
    <Shell network={shownNetwork(on, (to) => compareHref(params, to))} status={status} showsData={false}>
      <PageHead kind="Compare" title={`Compare indexers of ${on.name}`}>
        <p>The same request to two indexers: rows and fields that differ, aligned by slot.</p>
      </PageHead>
      {labels.length < 2 ? (
        <OneIndexer network={on.name} others={networksWithSeveral(on)} />
      ) : (
        <div className="space-y-6">
          <CompareForm address={url} labels={labels} cluster={cluster} />
          {compared && <Outcome compared={compared} address={url} network={on} />}
        </div>
      )}
    </Shell>
  )
}

type Compared = NonNullable<Awaited<ReturnType<typeof loadComparison>>>

function Outcome({ compared, address, network }: { compared: Compared; address: CompareAddress; network: Network }) {
  const cluster = clusterOf(network)
  const { query } = address
  if (!query) return null
  if (!compared.ok) return <StateNotice problem={compared.problem} />
  const { value } = compared
  const params = compareParams(query)
  if (value === null) {
    return (
      <p className="panel max-w-prose px-4 py-3 text-sm">
        Crawlers and previews get no comparison: it takes requests to both indexers.
      </p>
    )
  }
  if (value.state === 'running') return <Running labels={value.labels} calls={value.calls} />
  return (
    <ComparisonReport
      comparison={value.comparison}
      network={network.name}
      cluster={cluster}
      href={compareHref(params, cluster)}
      partsHref={compareHref({ ...params, parts: 'true' }, cluster)}
      apiHref={`/api/v1${compareHref(params, cluster)}`}
    />
  )
}

function networksWithSeveral({ name }: Network): { name: string; href: string }[] {
  return networks()
    .filter((network) => network.name !== name && indexerLabels(network).length > 1)
    .map((network) => ({ name: network.name, href: compareHref({}, clusterOf(network)) }))
}
