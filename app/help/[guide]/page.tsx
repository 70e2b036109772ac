import type { Metadata } from 'next'
import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { type GuidePart, readGuide } from '@/components/guide/guide'
import { guideHref, guideNamed, withGuideLinks } from '@/lib/site/guides'
import { guidePage } from '@/lib/site/static-pages'
import { statusHref } from '@/lib/status/address'
import { loadStatus } from '@/lib/status/api'
import { notFoundMetadata, pageMetadata } from '../../../lib/site/head'
import { shownNetwork } from '../../../lib/site/load'
import { openPage, type PageInput } from '../../../lib/site/open-page'
import { InvalidPage } from '../../invalid-page'
import NotFound from '../../not-found'
import { Contents } from '../contents'
import { TEXTS } from './texts'

const metadata = pageMetadata(guidePage)

export async function generateMetadata(input: PageInput): Promise<Metadata> {
  const { guide = '' } = await input.params
  return guideNamed(guide) ? metadata(input) : notFoundMetadata()
}

/** A file of docs/. On call is the target of alerts, /status and messages. */
export default async function GuidePage(input: PageInput) {
  const opened = await openPage(guidePage, input)
  if (!opened.ok) return <InvalidPage address={opened} />
  const { network, cluster } = opened
  const { name } = opened.url
  const guide = guideNamed(name)
  if (!guide) return <NotFound />
  const { intro, parts } = readGuide(withGuideLinks(TEXTS[name] ?? '', cluster))
  return (
    <Shell
      network={shownNetwork(network, (other) => guideHref(name, other))}
      status={await loadStatus(network)}
      showsData={false}
    >
      <PageHead kind="Help" title={guide.title}>
        <p>
          <span>{guide.about}</span>
          {name === 'on-call' && (
            <span>
              {' '}
              The state at present is on <a href={statusHref(cluster)}>/status</a>.
            </span>
          )}
        </p>
      </PageHead>
      <div className={parts.length > 0 ? 'gap-x-12 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]' : undefined}>
        {parts.length > 0 && <Contents parts={parts} />}
        <div className="max-w-[52rem] space-y-8 text-sm">
          <div className="space-y-3">{intro}</div>
          {parts.map((part) => (
            <Part key={part.id} part={part} />
          ))}
        </div>
      </div>
    </Shell>
  )
}

function Part({ part }: { part: GuidePart }) {
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
