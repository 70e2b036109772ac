import { Link } from '../ui/link'

/** Null: no such page; the space stays reserved. */
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
