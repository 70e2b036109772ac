import { runBookAnchor } from '@/lib/status/run-book-address'
import { Inlines } from './run-book/inlines'
import type { VerdictEntry } from './run-book/run-book'
import { VerdictMark } from './verdict'

/** @param anchors adds ids for links; only once per page */
export function VerdictList({ entries, anchors = false }: { entries: readonly VerdictEntry[]; anchors?: boolean }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {entries.map(({ verdict, meaning, strict, action }) => (
        <div
          key={verdict}
          {...(anchors && { id: runBookAnchor(verdict) })}
          className="-mx-2 grid scroll-mt-4 gap-x-6 rounded px-2 py-2 target:bg-sunken sm:grid-cols-[8rem_minmax(0,1fr)]"
        >
          <dt className="flex items-center gap-2 self-start font-semibold">
            <VerdictMark verdict={verdict} /> <span>{verdict}</span>
          </dt>
          <dd className="space-y-1">
            <p>
              <Inlines inlines={meaning} />
            </p>
            <p>
              <span className="text-muted">Do: </span>
              <Inlines inlines={action} />
            </p>
            <p className="text-sm text-muted">
              Strict monitors: <Inlines inlines={strict} />
            </p>
          </dd>
        </div>
      ))}
    </dl>
  )
}
