import type { ReactNode } from 'react'
import { latestHref } from '@/lib/listing/address/latest-address'
import { helpHref, homeHref } from '@/lib/page/address'
import { statusHref } from '@/lib/status/address'
import { SearchForm } from '../ui/search-form'
import { Wordmark } from './wordmark'

/**
 * The frame of a page that failed: name, search and navigation as in shell.tsx, and nothing that is requested. Its links
 * load whole pages, since what runs in the browser may be what failed.
 */
export function BareShell({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="border-b border-line bg-surface">
        <div className="site-head">
          <a href={homeHref(undefined)} className="site-name" aria-label="Leafscan, home">
            <Wordmark compact />
          </a>
          <div className="site-search">
            <SearchForm cluster={undefined} />
          </div>
          <div className="site-line">
            <nav aria-label="Site" className="site-nav">
              <a href={latestHref({}, undefined)}>Latest</a>
              <a href={statusHref(undefined)}>Status</a>
              <a href={helpHref(undefined)}>Help</a>
            </nav>
          </div>
        </div>
      </header>
      <main id="content" className="site-content">
        {children}
      </main>
    </>
  )
}
