import type { ReactNode } from 'react'
import { Link } from './link'

/** A list item that leads to the list without what it names. */
export function Chip({ without, what, children }: { without: string; what: string; children: ReactNode }) {
  return (
    <li className="chip max-w-full pe-0!">
      {children}
      <Link
        href={without}
        aria-label={`Remove the ${what}`}
        className="grid size-6 shrink-0 place-items-center rounded-full text-base no-underline hover:bg-line"
      >
        <span aria-hidden="true">×</span>
      </Link>
    </li>
  )
}
