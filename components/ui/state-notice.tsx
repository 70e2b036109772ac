import type { ReactNode } from 'react'
import type { Problem, ProblemCode } from '@/lib/api/problem'
import { counted, groupDigits } from '@/lib/format/numbers'
import { AskAgain } from './ask-again'

/** Temporary problems are shown as doubt, not as failure, as in the badge. */
const PASSING: ReadonlySet<ProblemCode> = new Set([
  'upstream_rate_limited',
  'explorer_busy',
  'client_rate_limited',
  'indexer_behind',
  'slot_not_reached',
])

interface Words {
  title: string
  body: ReactNode
}

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
  const { title, body } = wordsFor(problem)
  const upstream = problem.upstream
  const isDoubt = rowsShown || PASSING.has(problem.code)
  return (
    <section
      className={`panel max-w-3xl border-s-4 px-4 py-3 ${isDoubt ? 'border-s-doubt' : 'border-s-fail'}`}
      data-notice={problem.code}
    >
      <div role={rowsShown ? 'status' : 'alert'}>
        <h2 className={`text-base ${isDoubt ? 'text-doubt' : 'text-fail'}`}>{title}</h2>
        <p className="mt-1 max-w-prose text-sm wrap-anywhere">{body}</p>
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
      {problem.retryable && <AskAgain problem={problem} />}
    </section>
  )
}

function wordsFor(problem: Problem): Words {
  switch (problem.code) {
    case 'upstream_unreachable':
      return {
        title: 'Can’t reach the indexer',
        body: 'No connection to the indexer. There may still be data.',
      }
    case 'upstream_timeout':
      return {
        title: 'The indexer did not respond in time',
        body: 'No response within the time limit for this page. There may still be data.',
      }
    case 'upstream_rate_limited':
      return {
        title: 'The indexer is busy',
        body: 'It asked for fewer requests (429). Leafscan waits before it tries again.',
      }
    case 'explorer_busy':
      return {
        title: 'The explorer is busy',
        body: 'Too many requests to the indexer at once. There may still be data.',
      }
    case 'client_rate_limited':
      return {
        title: 'Too many requests',
        body: 'Your IP address or network sent too many requests.',
      }
    case 'upstream_error':
      return { title: 'The indexer failed', body: 'It returned an error. There may still be data.' }
    case 'upstream_auth':
      return {
        title: 'The indexer denied access',
        body: 'It rejected the explorer’s credentials. Only the operator of this explorer can fix this.',
      }
    case 'upstream_redirect':
      return {
        title: 'The indexer redirects elsewhere',
        body: 'Leafscan does not follow redirects. Only the operator of this explorer can fix this.',
      }
    case 'bad_upstream_response':
      return {
        title: 'Unreadable response from the indexer',
        body: 'The response was cut off or is not JSON. None of it is shown, because a part could pass for the whole.',
      }
    case 'schema_mismatch':
      return {
        title: 'Invalid data from the indexer',
        body: 'The response failed validation, so none of it is shown.',
      }
    case 'too_large':
      return { title: 'Response too large', body: 'Request fewer rows, or a slice of the data.' }
    case 'indexer_empty':
      return {
        title: 'The indexer has no data',
        body: 'It is at slot 0, as after a fresh start. What it does not list may still exist.',
      }
    case 'slot_not_reached':
      return {
        title: `Waiting for slot ${groupDigits(problem.minSlot ?? 0)}`,
        body: (
          <>
            <span>{`The link needs that slot or a later one. ${slotText(problem)} Until it is reached the data would be older, so it is not shown.`}</span>
          </>
        ),
      }
    case 'indexer_behind':
      return { title: 'The indexer is behind the chain', body: problem.detail }
    case 'not_found':
      return { title: 'Not found on this indexer', body: problem.detail }
    case 'invalid_params':
      return { title: 'Invalid request', body: problem.detail }
    case 'explorer_unreachable':
      return {
        title: 'Can’t reach the explorer',
        body: 'Your browser could not reach Leafscan. The indexer and its data may be fine.',
      }
    case 'no_chain_node':
    case 'chain_unavailable':
    case 'transaction_unknown':
    case 'wrong_chain':
    case 'chain_mismatch':
    case 'sources_disagree':
      return { title: problem.title, body: problem.detail }
    case 'internal_error':
    case 'unknown_operation':
      return { title: 'The explorer failed', body: problem.detail }
    default:
      return problem.code satisfies never
  }
}

function slotText({ minSlot = 0, slot }: Problem): string {
  if (slot === undefined) return 'The indexer’s slot is unknown.'
  return `At the last check the indexer was at slot ${groupDigits(slot)}, ${counted(minSlot - slot, 'slot')} before it.`
}
