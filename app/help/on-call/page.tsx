import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { RUN_BOOK } from '@/components/status/run-book/on-call'
import type { RunBookPart } from '@/components/status/run-book/run-book'
import { onCallPage } from '@/lib/site/static-pages'
import { statusHref } from '@/lib/status/address'
import { loadStatus } from '@/lib/status/api'
import { onCallHref } from '@/lib/status/run-book-address'
import { pageMetadata } from '../../../lib/site/head'
import { shownNetwork } from '../../../lib/site/load'
import { openPage, type PageInput } from '../../../lib/site/open-page'
import { InvalidPage } from '../../invalid-page'

export const generateMetadata = pageMetadata(onCallPage)

/** docs/on-call.md, the target of alerts, /status and messages. */
export default async function OnCallPage(input: PageInput) {
  const opened = await openPage(onCallPage, input)
  if (!opened.ok) return <InvalidPage address={opened} />
  const { network, cluster } = opened
  return (
    <Shell
      network={shownNetwork(network, (other) => onCallHref(other))}
      status={await loadStatus(network)}
      showsData={false}
    >
      <PageHead kind="Help" title="On call">
        <p>
          What verdicts and alerts mean, and what to do. The state at present is on{' '}
          <a href={statusHref(cluster)}>/status</a>.
        </p>
      </PageHead>
      <div className="gap-x-12 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <Contents parts={RUN_BOOK.parts} />
        <div className="max-w-[52rem] space-y-8 text-sm">
          <div className="space-y-3">{RUN_BOOK.intro}</div>
          {RUN_BOOK.parts.map((part) => (
            <Part key={part.id} part={part} />
          ))}
        </div>
      </div>
    </Shell>
  )
}

function Contents({ parts }: { parts: readonly RunBookPart[] }) {
  return (
    <nav
      aria-label="Contents"
      className="pb-6 text-sm lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-y-auto"
    >
      <ul>
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-block py-0.5">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Part({ part }: { part: RunBookPart }) {
  return (
    <section aria-labelledby={part.id} className="space-y-3">
      <h2 id={part.id} className="scroll-mt-4 text-lg">
        {part.title}
      </h2>
      {part.content}
      {part.sections.map(({ id, title, content }) => (
        <section
          key={id}
          aria-labelledby={id}
          className="panel space-y-2 p-3 has-[h3:target]:border-leaf has-[h3:target]:border-s-4"
        >
          <h3 id={id} className="scroll-mt-6 wrap-anywhere text-base">
            {title}
          </h3>
          {content}
        </section>
      ))}
    </section>
  )
}
