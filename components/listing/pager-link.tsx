import { Link } from '../ui/link'

/** A link of a pager; null: there is no such page, and the place stays. */
export function PagerLink({ href, rel, children }: { href: string | null; rel: string; children: string }) {
  if (href === null) {
    return (
      <span className="button" aria-disabled="true">
        {children}
      </span>
    )
  }
  return (
    <Link href={href} rel={rel} className="button">
      {children}
    </Link>
  )
}
