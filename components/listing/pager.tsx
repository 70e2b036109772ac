import { groupDigits } from '@/lib/format/numbers'
import type { pageSizes } from '@/lib/listing/address/list-address'
import { Link } from '../ui/link'

export interface PagerLinks {
  first: string | null
  previous: string | null
  next: string | null
  sizes: ReturnType<typeof pageSizes>
  continuous: string | null
}

/** Plain links: shareable, and work without scripts. */
export function Pager({ links, end }: { links: PagerLinks; end: string | null }) {
  return (
    <nav aria-label="Pages" className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="flex flex-wrap items-center gap-2">
        <PagerLink href={links.first} rel="start" text="First" />
        <PagerLink href={links.previous} rel="prev" text="Previous" />
        <PagerLink href={links.next} rel="next" text="Next" />
      </div>
      <fieldset aria-label="Rows per page" className="flex min-w-0 flex-wrap items-center gap-1 text-sm">
        <span className="pe-1 text-muted" aria-hidden="true">
          Rows per page
        </span>
        {links.sizes.map(({ limit, href, current }) => (
          <Link
            key={limit}
            href={href}
            aria-current={current ? 'true' : undefined}
            className="button number min-w-8 px-2!"
          >
            {groupDigits(limit)}
          </Link>
        ))}
        {links.continuous && (
          <Link href={links.continuous} className="button needs-script px-2!">
            Continuous
          </Link>
        )}
      </fieldset>
      {end && <EndMark>{end}</EndMark>}
    </nav>
  )
}

/** Explicit, because a short last page alone could be a failure. */
export function EndMark({ children }: { children: string }) {
  return (
    <p className="flex w-full items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {children}
    </p>
  )
}

/** Null: no such page; the space stays reserved. */
export function PagerLink({ href, rel, text }: { href: string | null; rel: string; text: string }) {
  if (href === null) {
    return (
      <span className="button" aria-disabled="true">
        {text}
      </span>
    )
  }
  return (
    <Link href={href} rel={rel} className="button">
      {text}
    </Link>
  )
}
