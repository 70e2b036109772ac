import type { StaleMeta } from '@/lib/api/answer'
import { PROBLEM_KINDS } from '@/lib/api/problem-kinds'
import { groupDigits } from '@/lib/format/numbers'
import { PageRefresh } from './retry-countdown'
import { Age } from './time'

/** Text and icon as well as colour, for accessibility. facts/reliability.md (b), "UI". */
export function StaleLabel({ old, what = 'data' }: { old: StaleMeta; what?: string }) {
  return (
    <span className="stale">
      <svg viewBox="0 0 12 12" className="me-1.5 inline size-3 align-[-0.0625rem]" aria-hidden="true">
        <circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" strokeWidth="1.25" />
        <path d="M6 3v3.25L8 7.5" fill="none" stroke="currentColor" strokeWidth="1.25" />
      </svg>
      <strong className="font-semibold">{`${reasonOf(old)}:`}</strong> <span>{`${what} from`}</span>{' '}
      <span className="number whitespace-nowrap">{`${old.fetchedAt.slice(11, 19)} UTC`}</span>
      {old.slot !== null && (
        <span>
          , slot <span className="number">{groupDigits(old.slot)}</span>
        </span>
      )}
      <span>,</span> <Age iso={old.fetchedAt} />
    </span>
  )
}

function reasonOf({ reason }: Pick<StaleMeta, 'reason'>): string {
  return reason ? PROBLEM_KINDS[reason].title : 'Stale'
}

export function staleText(old: Pick<StaleMeta, 'reason'>, what = 'data'): string {
  return `${reasonOf(old)}: showing older ${what}.`
}

export function StalePart({ old, what }: { old: StaleMeta; what: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-2 text-sm text-muted">
      <StaleLabel old={old} what={what} />
      <PageRefresh label="Refresh" waitMs={old.retryAfterMs} since={old} />
    </div>
  )
}
