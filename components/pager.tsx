import Link from 'next/link'

/** Where the pages of a list lead. Null: there is none in that direction. */
export interface PagerLinks {
  first: string | null
  previous: string | null
  next: string | null
  sizes: { limit: number; href: string; current: boolean }[]
}

/** First, Previous, Next and the page sizes, all of them plain links: they work without scripts and can be shared. */
export function Pager({ links, end }: { links: PagerLinks; end: string | null }) {
  return (
    <nav aria-label="Pages" className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <PagerLink href={links.first} rel="start">
          First
        </PagerLink>
        <PagerLink href={links.previous} rel="prev">
          Previous
        </PagerLink>
        <PagerLink href={links.next} rel="next">
          Next
        </PagerLink>
        {end && <span className="ps-2 text-sm text-muted">{end}</span>}
      </div>
      <div className="flex flex-wrap items-center gap-1 text-sm">
        <span className="pe-1 text-muted">Rows a page</span>
        {links.sizes.map(({ limit, href, current }) => (
          <Link
            key={limit}
            href={href}
            prefetch={false}
            aria-current={current ? 'true' : undefined}
            className="button number min-w-8 px-2!"
          >
            {limit.toLocaleString('en-US')}
          </Link>
        ))}
      </div>
    </nav>
  )
}

function PagerLink({ href, rel, children }: { href: string | null; rel: string; children: string }) {
  if (href === null) {
    return (
      <span className="button" aria-disabled="true">
        {children}
      </span>
    )
  }
  return (
    <Link href={href} rel={rel} prefetch={false} className="button">
      {children}
    </Link>
  )
}
