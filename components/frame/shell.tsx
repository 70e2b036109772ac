import type { ReactNode } from 'react'
import type { IndexerStatus } from '@/lib/api/status'
import { latestHref } from '@/lib/listing/address/list-address'
import { type Cluster, helpHref, homeHref } from '@/lib/page/address'
import type { ShownNetwork } from '@/lib/page/shown-network'
import { clock } from '@/lib/platform/clock'
import { statusHref } from '@/lib/status/address'
import { CommandMenuOpener } from '../reader/reader-tools'
import { BannerLine } from '../status/banner-line'
import { IndexerAlerts, IndexerBadge } from '../status/indexer-badge'
import { isNewChain, replacedText } from '../status/replaced-words'
import { bannerWords } from '../status/verdict-words'
import { Link } from '../ui/link'
import { SearchForm } from '../ui/search-form'
import * as words from './words-server'

/** `compact`: logo only on a phone. */
function Wordmark({ compact }: { compact: boolean }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-base font-semibold sm:gap-2 sm:text-lg tracking-tight">
      <svg viewBox="0 0 24 24" className="size-6" aria-hidden="true">
        <path
          className="fill-leaf"
          d="M20.5 2.5c.9 8.9-1.6 16-9 16.9-4.6.6-7.8-2.3-7.9-6.5C3.5 6.2 10.7 2.7 20.5 2.5z"
        />
        <g className="stroke-surface" fill="none" strokeWidth="1.4" strokeLinecap="round">
          <path d="M3.5 21.5 15.5 8" />
          <path d="M8.3 16.1V11M8.3 16.1h5.2M11.8 12.2V8.3M11.8 12.2h4.4" />
        </g>
      </svg>
      <span className={compact ? 'max-sm:sr-only' : undefined}>Leafscan</span>
    </span>
  )
}

export function Shell({
  network,
  status,
  query = '',
  search = true,
  showsData = true,
  here,
  children,
}: {
  network: ShownNetwork
  status: IndexerStatus
  query?: string
  /** False where the page has its own search box. */
  search?: boolean
  /** False where no data come from the indexer, or the page shows the indexer's state itself. */
  showsData?: boolean
  here?: string
  children: ReactNode
}) {
  const { cluster } = network
  const banner = showsData ? bannerWords(status, clock().wall()) : null
  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:m-2 focus:bg-surface focus:p-2"
      >
        {words.skip}
      </a>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-[84rem] flex-wrap items-center gap-x-2 gap-y-1 px-4 pt-2 pb-1 sm:gap-x-4 sm:px-6 sm:pb-2">
          <Link href={homeHref(cluster)} className="text-ink no-underline hover:text-leaf" aria-label="Leafscan, home">
            <Wordmark compact={search} />
          </Link>
          <div
            className={
              search
                ? 'flex min-w-0 flex-1 items-center gap-2 lg:max-w-2xl [&>search]:min-w-0 [&>search]:flex-1'
                : 'ms-auto lg:order-last lg:ms-0'
            }
          >
            {search && <SearchForm cluster={cluster} query={query} />}
            <CommandMenuOpener network={network.name} cluster={cluster} />
          </div>
          <div className="flex w-full min-w-0 items-center gap-2 lg:ms-auto lg:w-auto">
            <SiteNavigation cluster={cluster} here={here} />
            <div className="flex min-w-0 flex-1 items-center justify-end gap-1.5 [&>:not(.site-badge)]:flex-none">
              <NetworkChoice network={network} />
              {/* Pages about several networks show their state themselves. */}
              {network.label === undefined && (
                <IndexerBadge network={network.name} cluster={cluster} initial={status} />
              )}
            </div>
          </div>
        </div>
      </header>
      <IndexerAlerts network={network.name} cluster={cluster} initial={status} showsData={showsData}>
        {banner && <BannerLine cluster={cluster} verdict={status.verdict} words={banner} />}
      </IndexerAlerts>
      <main id="content" className="site-content">
        {showsData && status.replaced && isNewChain(status.replaced, clock().wall()) && (
          <p className="mb-4 text-sm text-doubt">{replacedText(status.replaced)}</p>
        )}
        {children}
      </main>
      <footer className="border-t border-line text-sm text-muted">
        <div className="mx-auto flex max-w-[84rem] flex-wrap items-center gap-x-6 gap-y-2 px-4 py-5 sm:px-6">
          <span className="text-balance">{words.footer(status.indexers?.length)}</span>
          <span className="needs-script space-x-2 sm:ms-auto">
            <button
              type="button"
              className="button min-h-7! px-2! text-xs! pointer-coarse:hidden"
              data-habit="keys"
              aria-haspopup="dialog"
            >
              Shortcuts
            </button>
            <button
              type="button"
              className="button min-h-7! px-2! text-xs!"
              data-habit="display"
              aria-haspopup="dialog"
            >
              Theme and times
            </button>
          </span>
        </div>
      </footer>
    </>
  )
}

function SiteNavigation({ cluster, here }: { cluster: Cluster; here: string | undefined }) {
  const current = (path: string) => (here === path ? 'page' : undefined)
  return (
    <nav aria-label="Site" className="site-nav">
      <Link href={latestHref({}, cluster)} aria-current={current('/latest')}>
        Latest
      </Link>
      <Link href={statusHref(cluster)} aria-current={current('/status')}>
        Status
      </Link>
      <Link href={helpHref(cluster)} aria-current={current('/help')}>
        Help
      </Link>
    </nav>
  )
}

function NetworkChoice({ network }: { network: ShownNetwork }) {
  if (network.all.length < 2) {
    return (
      <>
        <span className={`chip max-w-28 ${network.demo ? 'max-sm:sr-only!' : ''}`} title={network.name}>
          <span className="sr-only">Network </span>
          <span className="truncate" translate="no">
            {network.name}
          </span>
        </span>
        {network.demo && (
          <Link
            href={`${helpHref(network.cluster)}#demo`}
            className="chip chip-doubt no-underline"
            title={network.demo}
          >
            Demo
          </Link>
        )}
      </>
    )
  }
  return (
    <details className="relative">
      <summary
        className="chip max-w-32 min-h-6 cursor-pointer list-none whitespace-nowrap"
        title={network.label ?? network.name}
      >
        <span className="sr-only">Network </span>
        <span className="truncate" translate="no">
          {network.label ?? network.name}
        </span>{' '}
        <span aria-hidden="true">▾</span>
      </summary>
      <ul className="panel absolute end-0 z-10 mt-1 min-w-40 p-1 shadow-lg">
        {network.all.map(({ name, href, current }) => (
          <li key={name}>
            {/* A full page load: no data of one network may remain under another's name. */}
            <a
              href={href}
              aria-current={current ? 'true' : undefined}
              className={`block rounded px-3 py-1.5 text-sm no-underline hover:bg-sunken ${current ? 'font-semibold' : ''}`}
            >
              {name}
            </a>
          </li>
        ))}
        <li className="border-t border-line px-3 pt-1.5 pb-1 text-xs text-muted">{words.otherNetworks}</li>
      </ul>
    </details>
  )
}
