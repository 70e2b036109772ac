import { VerdictMark } from '@/components/status/verdict'
import { Age } from '@/components/ui/time'
import type { Degradation, LastCall, OperationHealth } from '@/lib/api/status'
import { formatSpan } from '@/lib/format/block-time'
import { groupDigits } from '@/lib/format/numbers'

export function OperationsTable({
  operations,
  degradations,
  windowSeconds,
}: {
  operations: readonly OperationHealth[]
  degradations: readonly Degradation[]
  windowSeconds: number
}) {
  return (
    <section aria-labelledby="operations">
      <div className="flex flex-wrap items-baseline gap-x-2 pb-2">
        <h2 id="operations" className="text-base">
          Operations
        </h2>
        <p className="text-sm text-muted">{`this explorer’s requests, last ${formatSpan(windowSeconds)}`}</p>
      </div>
      {operations.length === 0 ? (
        <p className="panel px-4 py-3 text-sm text-muted">No requests yet.</p>
      ) : (
        <div className="panel sheet">
          <table className="rows" aria-label="Operations of the indexer">
            <thead>
              <tr>
                <th scope="col">Operation</th>
                <th scope="col">Last result</th>
                <th scope="col" className="figure">
                  Median
                </th>
                <th scope="col" className="figure">
                  p95
                </th>
                <th scope="col" className="figure">
                  Requests
                </th>
                <th scope="col" className="figure">
                  Failed
                </th>
                <th scope="col" className="figure">
                  429
                </th>
                <th scope="col">Last error</th>
              </tr>
            </thead>
            <tbody>
              {operations.map((operation) => (
                <Operation
                  key={operation.method}
                  {...operation}
                  wrong={degradations.flatMap((each) => {
                    return 'method' in each && each.method === operation.method ? each.kind : []
                  })}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function Operation({
  method,
  last,
  medianMs,
  p95Ms,
  calls,
  failed,
  rateLimited,
  lastError,
  wrong,
}: OperationHealth & {
  wrong: readonly Degradation['kind'][]
}) {
  return (
    <tr className="row">
      <td data-label="Operation">
        <code className="id">{method}</code>
        {wrong.map((kind) => (
          <strong key={kind} className="ms-2 inline-flex items-center gap-1 font-semibold text-doubt">
            <VerdictMark verdict="degraded" /> <span>{kind}</span>
          </strong>
        ))}
      </td>
      <td data-label="Last result">
        {last ? (
          <span className="inline-flex items-center gap-2">
            <VerdictMark verdict={last.failed ? 'unreachable' : isGood(last) ? 'ok' : 'behind'} />
            <span>{lastWords(last)}</span>
            <span className="text-muted">
              <Age iso={last.at} />
            </span>
          </span>
        ) : (
          <span className="text-muted">no requests yet</span>
        )}
      </td>
      <td data-label="Median" className="figure">
        {milliseconds(medianMs)}
      </td>
      <td data-label="p95" className="figure">
        {milliseconds(p95Ms)}
      </td>
      <td data-label="Requests" className="figure">
        {groupDigits(calls)}
      </td>
      <td data-label="Failed" className="figure">
        {groupDigits(failed)}
      </td>
      <td data-label="429" className="figure">
        {groupDigits(rateLimited)}
      </td>
      <td data-label="Last error" className="whitespace-normal!">
        {lastError ? (
          <span>
            <span className="number text-muted">{`${lastError.at.slice(11, 19)} UTC `}</span>
            <bdi>{lastError.text || lastError.outcome}</bdi>
          </span>
        ) : (
          <span className="text-muted">none recorded</span>
        )}
      </td>
    </tr>
  )
}

/** "Not found" is a response. */
function isGood({ outcome, failed }: LastCall): boolean {
  return !failed && (outcome === 'ok' || outcome === 'rpc_not_found')
}

function lastWords(last: LastCall): string {
  if (!isGood(last) || last.outcome === 'ok') return last.outcome
  return last.canary ? 'ok (not found, as expected)' : 'ok (not found)'
}

function milliseconds(ms: number | null): string {
  return ms === null ? '–' : `${groupDigits(Math.round(ms))} ms`
}
