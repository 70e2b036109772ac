import { HydrationBoundary } from '@tanstack/react-query'
import { SearchForm } from '@/components/frame/search-form'
import { Shell } from '@/components/frame/shell'
import { StatusStrip } from '@/components/indexer/status-strip'
import { ListLink } from '@/components/list/list-link'
import { StateNotice } from '@/components/notices/state-notice'
import { HOME_LIMIT, homePage } from '@/lib/pages/home'
import { type Cluster, homeHref, ownerHref, TOKEN_PROGRAM, withCluster } from '@/lib/urls/links'
import { metadataOf } from './head'
import { HomeSignatures } from './home-live'
import { HomeSavedPages } from './home-saved-pages'
import { load, shownNetwork } from './load'
import { openPage, type PageInput } from './open-page'

export const dynamic = 'force-dynamic'

const METHOD = 'getLatestCompressionSignatures'
const PARAMS = { limit: HOME_LIMIT }

export const generateMetadata = metadataOf(homePage, {
  // An indexer without data says nothing that is worth keeping.
  isWorthIndexing: async (network) => {
    const { outcome } = await load(network, METHOD, PARAMS)
    return 'answer' in outcome && outcome.answer.result.value.items.length > 0
  },
})

/** /: search, the indexer's state, newest signatures, where to start. design.md 4.3. */
export default async function HomePage(input: PageInput) {
  const opened = await openPage(homePage, input)
  if (!opened.ok) return opened.page
  const { network: on } = opened
  const { state, problem, status } = await load(on, METHOD, PARAMS)
  const network = shownNetwork(on, homeHref)
  const { cluster } = network
  return (
    <Shell network={network} status={status} search={false} showsData={false}>
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section className="lg:col-span-2">
          <h1 className="text-lg sm:text-2xl">The ZK Compression explorer for Solana</h1>
          <p className="mt-1 max-w-prose text-muted">
            ZK Compression keeps Solana accounts and tokens as hashes in state trees, without rent. Look up what a
            wallet holds, the accounts of an owner, what a delegate may move, or the lifecycle of one account.
          </p>
          <div className="mt-4 max-w-3xl">
            <SearchForm cluster={cluster} />
          </div>
          <StatusStrip network={network.name} cluster={cluster} initial={status} />
        </section>
        <section className="min-w-0">
          <h2 className="pb-2 text-base">Latest transactions</h2>
          <HydrationBoundary state={state}>
            <HomeSignatures
              limit={HOME_LIMIT}
              network={network.name}
              cluster={cluster}
              initialProblem={problem}
              failed={problem && <StateNotice problem={problem} />}
              reset={status.reset}
            />
          </HydrationBoundary>
        </section>
        <section className="min-w-0">
          <h2 className="pb-2 text-base">Try an example</h2>
          {on.about && <p className="pb-3 text-sm text-muted">{on.about.about}</p>}
          <Examples examples={on.about?.examples ?? PUBLIC_STARTS} cluster={cluster} />
          <HomeSavedPages network={network.name} />
        </section>
      </div>
    </Shell>
  )
}

interface Example {
  title: string
  text: string
  path: string
}

/** Where a network brings no examples of its own: what every one of them has. */
const PUBLIC_STARTS: Example[] = [
  {
    title: 'The token program',
    text: 'Owner of every compressed token account.',
    path: ownerHref(TOKEN_PROGRAM),
  },
  { title: 'Latest signatures', text: 'Pick a transaction that just touched compressed state.', path: '/latest' },
]

function Examples({ examples, cluster }: { examples: readonly Example[]; cluster: Cluster }) {
  return (
    <ul className="panel divide-y divide-line">
      {examples.map(({ title, text, path }) => (
        <li key={path}>
          <ListLink href={withCluster(path, cluster)} className="block px-4 py-2.5 no-underline hover:bg-sunken">
            <span className="text-sm font-semibold">{title}</span>
            <span className="block text-sm text-muted">{text}</span>
          </ListLink>
        </li>
      ))}
    </ul>
  )
}
