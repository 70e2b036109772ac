import { HydrationBoundary } from '@tanstack/react-query'
import { Shell } from '@/components/frame/shell'
import { StatusStrip } from '@/components/status/status-strip'
import { Describes } from '@/components/table/what-happened'
import { SearchForm } from '@/components/ui/search-form'
import { StateNotice } from '@/components/ui/state-notice'
import { homeHref } from '@/lib/page/address'
import { HOME_LIMIT, homePage } from '@/lib/site/static-pages'
import { whatHappened } from '@/lib/transaction/what-happened'
import { pageMetadata } from '../lib/site/head'
import { load, shownNetwork, signaturesIn } from '../lib/site/load'
import { openPage, type PageInput } from '../lib/site/open-page'
import { HomeExamples } from './_home/home-examples'
import { HomeSignatures } from './_home/home-live'
import { HomeSavedPages } from './_home/home-saved-pages'
import { InvalidPage } from './invalid-page'
import * as words from './words'

export const dynamic = 'force-dynamic'

const METHOD = 'getLatestCompressionSignatures'
const PARAMS = { limit: HOME_LIMIT }

export const generateMetadata = pageMetadata(homePage, {
  isWorthIndexing: async (network) => {
    const { outcome } = await load(network, METHOD, PARAMS)
    return 'answer' in outcome && outcome.answer.result.value.items.length > 0
  },
})

export default async function HomePage(input: PageInput) {
  const opened = await openPage(homePage, input)
  if (!opened.ok) return <InvalidPage address={opened} />
  const { network: on } = opened
  const { state, outcome, problem, status } = await load(on, METHOD, PARAMS)
  const happened = await whatHappened(on, signaturesIn(outcome))
  const network = shownNetwork(on, homeHref)
  const { cluster } = network
  return (
    <Shell network={network} status={status} search={false} showsData={false}>
      <HydrationBoundary state={state}>
        <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <section className="min-w-0 lg:col-span-2">
            <h1 className="text-lg sm:text-2xl">{words.title}</h1>
            <p className="mt-1 max-w-prose text-sm text-muted sm:text-base">{words.about}</p>
            <div className="mt-4 max-w-3xl">
              <SearchForm cluster={cluster} primary />
            </div>
            <StatusStrip network={network.name} cluster={cluster} initial={status} />
            <HomeSavedPages network={network.name} />
          </section>
          <section className="min-w-0">
            <h2 className="pb-2 text-base">Latest transactions</h2>
            <Describes happened={happened}>
              <HomeSignatures
                limit={HOME_LIMIT}
                network={network.name}
                cluster={cluster}
                initialProblem={problem}
                failed={problem && <StateNotice problem={problem} />}
                reset={status.reset}
              />
            </Describes>
          </section>
          <HomeExamples network={on} cluster={cluster} />
        </div>
      </HydrationBoundary>
    </Shell>
  )
}
