import type { ReactNode } from 'react'
import type { Whole } from '@/lib/api/whole'
import { formatDuration } from '@/lib/format/duration'
import { counted, groupDigits } from '@/lib/format/numbers'
import { callsText, wholeShare, wholeWord } from './whole-words'

export function WholeProgress({
  whole,
  isRequesting,
  callsPerSecond,
  indexer,
  children,
}: {
  whole: Whole
  isRequesting: boolean
  /** Current limit of the indexer's plan; null: none. */
  callsPerSecond: number | null
  indexer: string | undefined
  children: ReactNode
}) {
  const { rows, slots, stop, estimate, claim, by } = whole
  const { word, chipClass } = wholeWord(whole, isRequesting)
  const isBegun = stop?.code !== 'estimate' || isRequesting
  const share = wholeShare(whole)
  return (
    <section className="panel mb-4 grid max-w-4xl gap-3 px-4 py-3 text-sm" aria-label="Reading the whole list">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={`chip ${chipClass}`}>{word}</span>
        <span className="number">
          {`${groupDigits(rows.found)}${estimate && !claim ? ` of about ${groupDigits(estimate.rows)}` : ''} rows`}
        </span>
        <span className="number text-muted">{callsText(whole)}</span>
      </div>
      {isBegun && !claim && <progress aria-label="Calls to the indexer" className="progress" {...share} />}
      {estimate && !claim && <Estimate {...{ whole, estimate, callsPerSecond, isBegun }} />}
      {isBegun && (
        <dl className="facts grid sm:grid-cols-2 sm:gap-x-8">
          <Fact name="Rows with data">{groupDigits(rows.withData)}</Fact>
          <Fact name="Rows without data">{groupDigits(rows.withoutData)}</Fact>
          {by === 'parts' && <Fact name="Parts">{partsText(whole)}</Fact>}
          {by === 'pages' && <Fact name="Read by">pages: they kept their order, no parts were needed</Fact>}
          {slots.from !== null && (
            <Fact name="Slots">
              {`${groupDigits(slots.from)}${slots.to !== null ? ` to ${groupDigits(slots.to)}` : ''}`}
            </Fact>
          )}
          {rows.unproven > 0 && (
            <Fact name="Not settled">{`${counted(rows.unproven, 'row')} of parts that are not whole`}</Fact>
          )}
          {indexer && <Fact name="Indexer">{indexer}</Fact>}
          {rows.created > 0 && <Fact name="Created meanwhile">{counted(rows.created, 'row')}</Fact>}
        </dl>
      )}
      {stop && stop.code !== 'estimate' && (
        <p className="max-w-prose">
          {`${stop.text}${isRequesting && stop.retryAfterMs !== undefined ? ' Resumes automatically.' : ''}`}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </section>
  )
}

function Estimate({
  whole: { calls },
  estimate,
  callsPerSecond,
  isBegun,
}: {
  whole: Whole
  estimate: NonNullable<Whole['estimate']>
  callsPerSecond: number | null
  isBegun: boolean
}) {
  const left = Math.max(0, estimate.calls - calls)
  const atLeast = estimate.isAtLeast ? 'at least ' : 'about '
  const plan = callsPerSecond === null ? '' : ` at ${groupDigits(Math.round(callsPerSecond))} calls/s`
  return (
    <>
      <p className="max-w-prose">
        <span>{isBegun ? 'Left: ' : 'Reading all of it should take '}</span>
        <b className="number font-semibold">{`${atLeast}${counted(left, isBegun ? 'call' : 'more call')}`}</b>
        <span>{`, ${formatDuration(Math.max(1, estimate.seconds))}${plan}.`}</span>
      </p>
      <details>
        <summary className="w-fit cursor-pointer text-muted">How this was estimated</summary>
        <p className="mt-1 max-w-prose">{estimate.how}</p>
      </details>
    </>
  )
}

function partsText({ parts: { whole, split, unproven, left } }: Whole): string {
  return [
    `${groupDigits(whole)} whole`,
    `${groupDigits(split)} split`,
    ...(unproven > 0 ? [`${groupDigits(unproven)} not proven`] : []),
    ...(left > 0 ? [`${groupDigits(left)} left`] : []),
  ].join(', ')
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="number">{children}</dd>
    </div>
  )
}
