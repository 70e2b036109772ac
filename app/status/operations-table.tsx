'use client'

import { useQuery } from '@tanstack/react-query'
import { VerdictMark } from '@/components/status/verdict'
import { type PlainColumn, PlainTable } from '@/components/table/plain-table'
import { Age } from '@/components/ui/time'
import { statusQuery } from '@/lib/api/query'
import type { Degradation, IndexerStatus, LastCall, OperationHealth } from '@/lib/api/status'
import { groupDigits } from '@/lib/format/numbers'
import { CHECKS_SHOWN } from './shown'
import * as words from './words'

type OperationRow = OperationHealth & { wrong: readonly Degradation['kind'][] }

const COLUMNS: readonly PlainColumn<OperationRow>[] = [
  {
    heading: 'Operation',
    cell: ({ method, wrong }) => (
      <span>
        <code className="id">{method}</code>
        {wrong.map((kind) => (
          <strong key={kind} className="ms-2 inline-flex items-center gap-1 font-semibold text-doubt">
            <VerdictMark verdict="degraded" /> <span>{kind}</span>
          </strong>
        ))}
      </span>
    ),
  },
  {
    heading: 'Last result',
    cell: ({ last, absent }) =>
      last ? (
        <span className="inline-flex items-center gap-2">
          <VerdictMark verdict={last.failed ? 'unreachable' : isGood(last) ? 'ok' : 'behind'} />
          <span>{lastWords(last)}</span>
          <span className="text-muted">
            <Age iso={last.at} />
          </span>
        </span>
      ) : (
        <span className="text-muted">{absent ? words.leftOut : words.noRequestsYet}</span>
      ),
  },
  { heading: 'Median', figure: true, cell: ({ medianMs }) => milliseconds(medianMs) },
  { heading: 'p95', figure: true, cell: ({ p95Ms }) => milliseconds(p95Ms) },
  { heading: 'Requests', figure: true, cell: ({ calls }) => groupDigits(calls) },
  { heading: 'Failed', figure: true, cell: ({ failed }) => groupDigits(failed) },
  { heading: '429', figure: true, cell: ({ rateLimited }) => groupDigits(rateLimited) },
  {
    heading: 'Last error',
    className: () => 'whitespace-normal!',
    cell: ({ lastError }) =>
      lastError ? (
        <span>
          <span className="number text-muted">{`${lastError.at.slice(11, 19)} UTC `}</span>
          <bdi>{lastError.text || lastError.outcome}</bdi>
        </span>
      ) : (
        <span className="text-muted">none recorded</span>
      ),
  },
]

export function OperationsTable({ network, initial }: { network: string; initial: IndexerStatus }) {
  const { data } = useQuery({ ...statusQuery(network, CHECKS_SHOWN), initialData: initial })
  const { operations, degradations, windowSeconds } = data
  const rows = operations.map((operation) => {
    const isOf = (each: Degradation) => 'method' in each && each.method === operation.method
    return { ...operation, wrong: degradations.filter(isOf).map(({ kind }) => kind) }
  })
  return (
    <section aria-labelledby="operations">
      <div className="flex flex-wrap items-baseline gap-x-2 pb-2">
        <h2 id="operations" className="text-base">
          Operations
        </h2>
        <p className="text-sm text-muted">{words.requestsOf(windowSeconds)}</p>
      </div>
      {rows.length === 0 ? (
        <p className="panel px-4 py-3 text-sm text-muted">{words.noRequests}</p>
      ) : (
        <PlainTable label="Operations of the indexer" columns={COLUMNS} rows={rows} keyOf={({ method }) => method} />
      )}
    </section>
  )
}

/** "Not found" is a response. */
function isGood({ outcome, failed }: LastCall): boolean {
  return !failed && (outcome === 'ok' || outcome === 'rpc_not_found')
}

function lastWords(last: LastCall): string {
  if (!isGood(last) || last.outcome === 'ok') return last.outcome
  return words.notFound(last.canary)
}

function milliseconds(ms: number | null): string {
  return ms === null ? '–' : `${groupDigits(Math.round(ms))} ms`
}
