import type { ReactNode } from 'react'
import type { WholeListReport } from '@/lib/api/whole'
import { formatCount, groupDigits } from '@/lib/format/numbers'
import * as words from './whole-words'

export function WholeProgress({
  whole,
  isRequesting,
  callsPerSecond,
  children,
}: {
  whole: WholeListReport
  isRequesting: boolean
  /** Current limit of the indexer's plan; null: none. */
  callsPerSecond: number | null
  children: ReactNode
}) {
  const { rows, slots, stop, estimate, claim, by } = whole
  const { word, chipClass } = words.wholeWord(whole, isRequesting)
  const isBegun = stop?.code !== 'estimate' || isRequesting
  const to = slots.to === null ? '' : ` to ${groupDigits(slots.to)}`
  return (
    <section className="panel mb-4 grid max-w-4xl gap-3 px-4 py-3 text-sm" aria-label={words.reading}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={`chip ${chipClass}`}>{word}</span>
        <span className="number">
          {`${groupDigits(rows.found)}${estimate && !claim ? ` of about ${groupDigits(estimate.rows)}` : ''} rows`}
        </span>
        <span className="number text-muted">{words.callsText(whole)}</span>
      </div>
      {isBegun && !claim && (
        <progress aria-label="Calls to the indexer" className="h-2 w-full" {...words.wholeShare(whole)} />
      )}
      {estimate && !claim && (
        <p className="max-w-prose">{words.estimateText(whole.calls, estimate, callsPerSecond, isBegun)}</p>
      )}
      {isBegun && (
        <dl className="facts grid sm:grid-cols-2 sm:gap-x-8">
          <Fact name="Rows with data">{groupDigits(rows.withData)}</Fact>
          <Fact name="Rows without data">{groupDigits(rows.withoutData)}</Fact>
          {by !== null && <Fact name="Read by">{by === 'parts' ? words.partsText(whole) : words.byPages}</Fact>}
          {slots.from !== null && <Fact name="Slots">{`${groupDigits(slots.from)}${to}`}</Fact>}
          {rows.created > 0 && <Fact name="Created meanwhile">{formatCount(rows.created, 'row')}</Fact>}
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="number">{children}</dd>
    </div>
  )
}
