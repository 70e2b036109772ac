'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Age } from '@/components/block-time'
import { Failure } from '@/components/failure'
import { SlotPlot } from '@/components/slot-plot'
import { VerdictMark } from '@/components/verdict-mark'
import { groupDigits } from '@/lib/format/integers'
import type { IndexerStatus, ProbeSample, Verdict } from '@/lib/rpc/status'
import { ALL_SAMPLES, statusQuery } from '@/lib/rpc/status-query'

const EVERY_MS = 5_000
const SHOWN_SAMPLES = 12

/** The verdict with its evidence, kept current while the page is visible. */
export function StatusReport({ network, initial }: { network: string; initial: IndexerStatus }) {
  const {
    data: status,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...statusQuery(network, ALL_SAMPLES),
    initialData: initial,
    refetchInterval: EVERY_MS,
  })
  return (
    <div className="grid gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      {error && (
        <div className="lg:col-span-2">
          <Failure problem={error.problem} kept asking={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      <div className="space-y-6">
        <section className={`panel border-s-4 p-4 ${EDGE[status.verdict]}`} aria-label="Verdict">
          <p className="flex items-center gap-2 text-lg font-semibold">
            <VerdictMark verdict={status.verdict} /> {status.verdict}
          </p>
          <p className="mt-1 text-sm">{status.summary}</p>
          {status.since && (
            <p className="mt-1 text-sm text-muted">
              Since <Age iso={status.since} />
            </p>
          )}
        </section>
        <dl className="panel facts p-4">
          <Fact name="Slot">{status.slot === null ? 'not known' : groupDigits(status.slot)}</Fact>
          <Fact name="Slot moved">
            {status.slotMovedAt ? <Age iso={status.slotMovedAt} /> : 'not seen to move yet'}
          </Fact>
          <Fact name="Pace">
            {status.slotsPerSecond === null ? 'not known yet' : `${status.slotsPerSecond.toFixed(2)} slots a second`}
          </Fact>
          <Fact name="Behind">
            {status.lag === null ? 'no number given' : `${groupDigits(status.lag)} slots`}
            {status.trend ? `, ${status.trend}` : ''}
          </Fact>
          <Fact name="Last look">{status.checkedAt ? <Age iso={status.checkedAt} /> : 'none yet'}</Fact>
          <Fact name="Last ok">
            {status.lastOkAt ? <Age iso={status.lastOkAt} /> : 'none since this explorer started'}
          </Fact>
        </dl>
      </div>
      <div className="min-w-0 space-y-6">
        <section>
          <h2 className="pb-2 text-base">Slot over time</h2>
          <SlotPlot samples={status.samples} />
        </section>
        <section>
          <h2 className="pb-2 text-base">Last looks</h2>
          <div className="panel sheet">
            <Looks samples={status.samples.slice(-SHOWN_SAMPLES).reverse()} />
          </div>
        </section>
      </div>
    </div>
  )
}

const EDGE: Record<Verdict, string> = {
  ok: 'border-s-leaf',
  behind: 'border-s-doubt',
  frozen: 'border-s-doubt',
  limited: 'border-s-doubt',
  unreachable: 'border-s-fail',
  unknown: 'border-s-muted',
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="number">{children}</dd>
    </div>
  )
}

function Looks({ samples }: { samples: readonly ProbeSample[] }) {
  if (samples.length === 0) return <p className="p-4 text-sm">No look at the indexer has ended yet.</p>
  return (
    <table className="rows" aria-label="Last looks at the indexer">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Says</th>
          <th scope="col" className="figure">
            Slot
          </th>
          <th scope="col" className="figure">
            Took
          </th>
          <th scope="col">In words</th>
        </tr>
      </thead>
      <tbody>
        {samples.map((sample) => (
          <tr key={sample.at} className="row">
            <td data-label="When">
              <Age iso={sample.at} />
            </td>
            <td data-label="Says">
              <span className="inline-flex items-center gap-2">
                <VerdictMark verdict={sample.says} /> {sample.says}
              </span>
            </td>
            <td data-label="Slot" className="figure">
              {sample.slot === null ? '–' : groupDigits(sample.slot)}
            </td>
            <td data-label="Took" className="figure">
              {Math.round(sample.latencyMs).toLocaleString('en-US')} ms
            </td>
            <td data-label="In words" className="whitespace-normal!">
              <bdi>{sample.text}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
