import type { ReactNode } from 'react'
import type { Problem, ProblemCode } from '@/lib/api/problem'
import { AskAgain } from './ask-again'

/** What passes by waiting is doubt and no failure, as the badge has it. */
const PASSING: ReadonlySet<ProblemCode> = new Set([
  'upstream_rate_limited',
  'explorer_busy',
  'client_rate_limited',
  'indexer_behind',
])

/** What a problem means for the reader: a headline, what it says about the data, what happens next. */
interface Words {
  title: string
  body: ReactNode
}

/**
 * Says why there is no answer, or why the one on screen is not the newest. An unanswered request never looks like an
 * empty list. `rowsShown` is true where earlier rows stay on screen below. Only the first words are announced: the
 * countdown beside them is not.
 */
export function StateNotice({
  problem,
  rowsShown = false,
  note = 'What you see below is the last good answer.',
}: {
  problem: Problem
  rowsShown?: boolean
  /** With `rowsShown`: which rows stay. */
  note?: string
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
        <p className="mt-1 max-w-prose text-sm">{body}</p>
      </div>
      {upstream && (
        <p className="mt-2 text-sm">
          The indexer said:{' '}
          <bdi dir="ltr" className="id">
            {upstream.code}: {upstream.message}
          </bdi>
        </p>
      )}
      {(rowsShown || problem.requestId) && (
        <p className="mt-2 text-sm text-muted">
          {rowsShown && `${note} `}
          {problem.requestId && (
            <>
              Request <bdi className="id">{problem.requestId}</bdi>.
            </>
          )}
        </p>
      )}
      {problem.retryable && <AskAgain problem={problem} />}
    </section>
  )
}

function wordsFor(problem: Problem): Words {
  switch (problem.code) {
    case 'upstream_unreachable':
      return {
        title: 'The indexer cannot be reached',
        body: 'No connection to the indexer could be made. This says nothing about the data: there may be rows.',
      }
    case 'upstream_timeout':
      return {
        title: 'The indexer did not answer in time',
        body: 'It was asked and stayed silent until the time for this page was up. There may be rows.',
      }
    case 'upstream_rate_limited':
      return {
        title: 'The indexer is busy',
        body: 'It asked for fewer requests (429). Leafscan stays quiet until it may ask again.',
      }
    case 'explorer_busy':
      return {
        title: 'The explorer is busy',
        body: 'More was asked of it at once than it passes on to the indexer. There may be rows.',
      }
    case 'client_rate_limited':
      return {
        title: 'Too many requests',
        body: 'Your address, or the network it belongs to, has asked for too much at once.',
      }
    case 'upstream_error':
      return { title: 'The indexer failed', body: 'It answered with an error of its own. There may be rows.' }
    case 'upstream_auth':
      return {
        title: 'The indexer refused this explorer',
        body: 'The explorer’s access to the indexer was not accepted. Whoever runs this explorer has to look at it.',
      }
    case 'upstream_redirect':
      return {
        title: 'The indexer’s address has moved',
        body: 'It answered with a redirect, which Leafscan does not follow. Whoever runs this explorer has to look at it.',
      }
    case 'bad_upstream_response':
      return {
        title: 'The indexer’s answer could not be read',
        body: 'What came was cut short or is not JSON. Nothing of it is shown, because a part could pass for the whole.',
      }
    case 'schema_mismatch':
      return {
        title: 'The indexer sent data we could not verify',
        body: 'Its answer does not have the shape that was asked for. Nothing of it is shown rather than something wrong.',
      }
    case 'too_large':
      return { title: 'The answer is too large', body: 'Ask for fewer rows, or for a slice of the data.' }
    case 'indexer_empty':
      return {
        title: 'The indexer has no data',
        body: 'It stands at slot 0, as one does that was started anew. What it does not list may exist all the same.',
      }
    case 'indexer_behind':
      return { title: 'The indexer is behind the chain', body: problem.detail }
    case 'not_found':
      return { title: 'Not known to this indexer', body: problem.detail }
    case 'invalid_params':
      return { title: 'This cannot be asked', body: problem.detail }
    case 'explorer_unreachable':
      return {
        title: 'The explorer did not answer',
        body: 'Your browser could not reach Leafscan itself. This says nothing about the indexer or the data.',
      }
    case 'internal_error':
    case 'unknown_operation':
      return { title: 'The explorer failed', body: problem.detail }
    default:
      return problem.code satisfies never
  }
}
