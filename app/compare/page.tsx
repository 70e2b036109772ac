import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { Link } from '@/components/ui/link'
import { StateNotice } from '@/components/ui/state-notice'
import { compareHref, compareParams } from '@/lib/compare/address'
import type { CompareQuery } from '@/lib/compare/contract'
import { comparePage } from '@/lib/compare/page'
import { loadComparison } from '@/lib/compare/page-requests'
import { loadStatus } from '@/lib/status/api'
import { indexerLabels, type Network, networks } from '@/lib/upstream/networks/networks'
import { pageMetadata } from '../../lib/site/head'
import { clusterOf, shownNetwork } from '../../lib/site/load'
import { openPage, type PageInput } from '../../lib/site/open-page'
import { InvalidPage } from '../invalid-page'
import { CompareForm } from './compare-form'
import { ComparisonReport } from './comparison-report'
import { ComparisonRunning } from './running'
import * as words from './words'

export const dynamic = 'force-dynamic'

export const generateMetadata = pageMetadata(comparePage)

/** After this time the comparison continues in the background. design.md 2 (6). */
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
        <p>{words.about}</p>
      </PageHead>
      {labels.length < 2 ? (
        <OneIndexer network={on} />
      ) : (
        <div className="space-y-6">
          <CompareForm address={url} labels={labels} cluster={cluster} />
          {compared && query && <Outcome compared={compared} query={query} network={on} />}
        </div>
      )}
    </Shell>
  )
}

type Compared = NonNullable<Awaited<ReturnType<typeof loadComparison>>>

function Outcome({ compared, query, network }: { compared: Compared; query: CompareQuery; network: Network }) {
  const cluster = clusterOf(network)
  if (!compared.ok) return <StateNotice problem={compared.problem} />
  const { value } = compared
  const params = compareParams(query)
  if (value === null) {
    return <p className="panel max-w-prose px-4 py-3 text-sm">{words.noCrawlers}</p>
  }
  if (value.state === 'running') return <ComparisonRunning labels={value.labels} calls={value.calls} />
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

function OneIndexer({ network: { name } }: { network: Network }) {
  const others = networks().filter((network) => indexerLabels(network).length > 1)
  return (
    <section className="panel max-w-prose p-4">
      <h2 className="text-base">{words.oneIndexer}</h2>
      <p className="mt-1 text-sm">
        To compare, its operator names a second one in <code>INDEXER_URL</code>: the same name with another URL.
      </p>
      <pre className="mt-3 rounded bg-sunken p-3 text-xs whitespace-pre-wrap wrap-anywhere">
        <code>
          <span>{`INDEXER_URL="${name}=https://first.example,`}</span>
          <wbr />
          <span>{`${name}=https://second.example"`}</span>
        </code>
      </pre>
      {others.length > 0 && (
        <p className="mt-3 flex flex-wrap gap-x-2 text-sm">
          <span>Several indexers:</span>
          {others.map((network) => (
            <Link key={network.name} href={compareHref({}, clusterOf(network))}>
              {network.name}
            </Link>
          ))}
        </p>
      )}
    </section>
  )
}
