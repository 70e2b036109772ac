import type { ReactNode } from 'react'
import { PageHead } from '@/components/frame/page-head'
import { Shell } from '@/components/frame/shell'
import { KeyList } from '@/components/reader/key-list'
import { Link } from '@/components/ui/link'
import { compareHref } from '@/lib/compare/address'
import { helpHref } from '@/lib/page/address'
import { GUIDES, guideHref } from '@/lib/site/guides'
import { helpPage } from '@/lib/site/static-pages'
import { loadStatus } from '@/lib/status/api'
import { chainStates } from '@/lib/upstream/chain/node'
import { pageMetadata } from '../../lib/site/head'
import { clusterOf, shownNetwork } from '../../lib/site/load'
import { openPage, type PageInput } from '../../lib/site/open-page'
import { InvalidPage } from '../invalid-page'
import * as words from './words'

export const generateMetadata = pageMetadata(helpPage)

export default async function HelpPage(input: PageInput) {
  const opened = await openPage(helpPage, input)
  if (!opened.ok) return <InvalidPage address={opened} />
  const { network } = opened
  return (
    <Shell
      network={shownNetwork(network, helpHref)}
      status={await loadStatus(network)}
      showsData={false}
      here={helpHref(undefined)}
    >
      <PageHead kind="Help" title="Help">
        <p>{words.about}</p>
      </PageHead>
      <div className="gap-x-10 text-sm lg:columns-2 [&>section]:break-inside-avoid [&>section]:pb-8">
        <Part title="Get started" items={words.start} />
        <Part
          title="Pages"
          items={words.pages}
          links={{ '/compare': compareHref({}, clusterOf(network)), '/help/api': guideHref('api', clusterOf(network)) }}
        />
        <section>
          <h2 className="pb-2 text-base">Guides</h2>
          <ul className="leading-7">
            {Object.entries(GUIDES).map(([name, { title }]) => (
              <li key={name}>
                <Link href={guideHref(name, clusterOf(network))}>{title}</Link>
              </li>
            ))}
          </ul>
        </section>
        <Part title="Completeness of a list" items={words.completeness} />
        <Part title="Proof" id="proof" items={words.proof} />
        <Part title={words.chainNode(chainStates(network).length > 0)} items={words.ofChainNode} />
        <Part title="Connect an indexer" id="connect" items={words.connect} />
        <Part title="Limits of the data" items={words.limits} />
        {network.about?.removed && (
          <Part
            title={`The network “${network.name}”`}
            id="demo"
            items={{ 'What it is': network.about.about, 'How long it lasts': network.about.removed }}
          />
        )}
        <section>
          <h2 className="pb-2 text-base">Keyboard shortcuts</h2>
          <KeyList />
          <p className="pt-2 text-muted">{words.shortcuts}</p>
        </section>
        <Part title="Exports" items={words.exports} />
        <Part title="Saved in your browser only" items={words.saved}>
          <button type="button" className="button needs-script" data-habit="labels" aria-haspopup="dialog">
            Labels and watchlist
          </button>
        </Part>
        <Part title="Safety" items={words.safety} />
        <Part title="Address parameters" items={words.parameters} />
      </div>
    </Shell>
  )
}

function Part({
  title,
  id,
  items,
  links = {},
  children,
}: {
  title: string
  id?: string
  items: Readonly<Record<string, string>>
  /** By the name of their item. */
  links?: Readonly<Record<string, string>>
  children?: ReactNode
}) {
  return (
    <section id={id}>
      <h2 className="pb-2 text-base">{title}</h2>
      <dl className="space-y-2">
        {Object.entries(items).map(([name, text]) => (
          <div key={name}>
            <dt className={/[/=]/.test(name) ? 'id' : 'font-semibold'}>
              {links[name] ? <Link href={links[name]}>{name}</Link> : name}
            </dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}
