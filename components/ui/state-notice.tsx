import type { ReactNode } from 'react'
import type { Problem, ProblemCode } from '@/lib/api/problem'
import { RetryCountdown } from './retry-countdown'

/** Temporary problems are shown as doubt, not as failure, as in the badge. */
const PASSING: ReadonlySet<ProblemCode> = new Set([
  'upstream_rate_limited',
  'explorer_busy',
  'client_rate_limited',
  'indexer_behind',
  'slot_not_reached',
])

/**
 * Why there is no response, or no newer one, so that a failed request never looks like an empty list. `rowsShown`: earlier rows
 * stay below. Only the headline is announced, not the countdown.
 */
export function StateNotice({
  problem,
  rowsShown = false,
  note = 'Showing the last good data.',
  action,
}: {
  problem: Problem
  rowsShown?: boolean
  note?: string
  action?: ReactNode
}) {
  const { title, detail, upstream } = problem
  const isUnknown = !rowsShown && problem.retryable && problem.code !== 'slot_not_reached'
  const isDoubt = rowsShown || PASSING.has(problem.code)
  return (
    <section
      className={`panel max-w-3xl border-s-4 px-4 py-3 ${isDoubt ? 'border-s-doubt' : 'border-s-fail'}`}
      data-notice={problem.code}
    >
      <div role={rowsShown ? 'status' : 'alert'}>
        <h2 className={`text-base ${isDoubt ? 'text-doubt' : 'text-fail'}`}>{title}</h2>
        <p className="mt-1 max-w-prose text-sm wrap-anywhere">
          {`${detail}${isUnknown ? ' There may still be data.' : ''}`}
        </p>
      </div>
      {upstream && (
        <p className="mt-2 text-sm">
          Indexer error:{' '}
          <bdi dir="ltr" className="id">
            {`${upstream.code}: ${upstream.message}`}
          </bdi>
        </p>
      )}
      {(rowsShown || problem.requestId) && (
        <p className="mt-2 text-sm text-muted">
          {rowsShown && <span>{`${note} `}</span>}
          {problem.requestId && (
            <>
              <span>Request ID</span> <bdi className="id">{problem.requestId}</bdi>
              <span>.</span>
            </>
          )}
        </p>
      )}
      {action}
      {problem.retryable && <RetryCountdown problem={problem} />}
    </section>
  )
}
