'use client'

import type { ReactNode } from 'react'
import { Failure } from '@/components/ui/failure'
import { RetryProvider } from '@/components/ui/retry-context'
import { type AnswerMeta, type CompletenessName, completenessName } from '@/lib/api/answer'
import { formatCount, groupDigits } from '@/lib/format/numbers'
import { capitalize } from '@/lib/format/text'
import type { MethodName } from '@/lib/protocol/rpc/methods'
import { lazyModule } from '../ui/lazy-module'
import { RetryButton, RetryLink, usePause } from '../ui/pause'
import { Age } from '../ui/time'
import { drift, meanings } from './freshness-words'
import type { UsedAnswer } from './use-answer'

const useStale = lazyModule(() => import('../ui/stale-label'))

export function Freshness({
  meta,
  answeredAt,
  refreshing,
  onRefresh,
  quiet = false,
  firstSlot = null,
  children,
}: {
  meta: AnswerMeta
  /** Changes with each response. */
  answeredAt: number
  refreshing: boolean
  onRefresh(): void
  /** For views that poll: no button while current, no flicker during requests. */
  quiet?: boolean
  firstSlot?: number | null
  children?: ReactNode
}) {
  const left = usePause(meta.retryAfterMs, answeredAt)
  const isDrifted = drifted(meta, firstSlot)
  const isStale = meta.state === 'stale'
  const { module: stale } = useStale(isStale)
  return (
    <div className="freshness" data-slot={meta.slot}>
      {children}
      {isStale && (stale ? <stale.StaleLabel old={meta} /> : <span className="stale">Stale</span>)}
      {(isDrifted || !isStale) && (
        <span className="as-of">
          {isDrifted && (
            <span>
              Page 1 at slot <SlotNumber slot={firstSlot} />
              {', '}
            </span>
          )}
          <span>{isDrifted ? 'this page at slot' : 'Slot'}</span> <SlotNumber slot={meta.slot} />
          {!isStale && (
            <>
              {' '}
              <span>·</span> <span className="max-sm:sr-only">updated</span> <Age iso={meta.fetchedAt} />
            </>
          )}
        </span>
      )}
      {meta.indexer && <AnsweredBy meta={meta} />}
      {(isStale || !quiet) && <RetryButton label="Refresh" asking={refreshing} left={left} onAsk={onRefresh} />}
      {isStale && <RetryLink left={left} />}
      <span role="status" className="sr-only">
        {isStale && stale?.staleText(meta)}
      </span>
    </div>
  )
}

function AnsweredBy({ meta: { indexer, below } }: { meta: Pick<AnswerMeta, 'indexer' | 'below'> }) {
  return (
    <span className={below ? 'text-doubt' : undefined}>
      Answered by <bdi translate="no">{indexer}</bdi>
      {below && <span>{`, ${formatCount(below.slots, 'slot')} behind ${below.indexer}`}</span>}
    </span>
  )
}

export function SlotNumber({ slot }: { slot: number | null }) {
  return <span className="number text-ink">{slot === null ? 'unknown' : groupDigits(slot)}</span>
}

function drifted(meta: AnswerMeta, firstSlot: number | null): boolean {
  return firstSlot !== null && meta.slot !== null && firstSlot !== meta.slot
}

const CHIPS: Record<CompletenessName, string> = {
  complete: 'chip-live',
  incomplete: 'chip-fail',
  'more available': '',
  'not proven complete': 'chip-doubt',
}

export function Completeness({
  meta,
  ended,
  firstSlot = null,
}: {
  meta: AnswerMeta
  ended: boolean
  firstSlot?: number | null
}) {
  const name = completenessName(meta, ended)
  const repeats = meta.repeatsRemoved ?? 0
  return (
    <>
      <Evidence chipClass={CHIPS[name]} word={capitalize(name)}>
        <p>{meanings[name]}</p>
        {meta.completeReason && meta.complete !== false && !meta.moved && <p>{sentence(meta.completeReason)}</p>}
        {drifted(meta, firstSlot) && <p>{drift}</p>}
      </Evidence>
      {repeats > 0 && <span className="chip">{`${formatCount(repeats, 'duplicate')} removed`}</span>}
      {/* Visible without a click only where rows are missing or mixed from two indexers. */}
      {(meta.complete === false || meta.moved) && meta.completeReason && (
        <p className="order-last basis-full text-ink">{sentence(meta.completeReason)}</p>
      )}
    </>
  )
}

/** Closed by Escape and clicks elsewhere: components/reader/habits.tsx. */
export function Evidence({ chipClass, word, children }: { chipClass: string; word: string; children: ReactNode }) {
  return (
    <details className="sm:relative">
      <summary className={`chip min-h-6 cursor-pointer list-none ${chipClass}`}>
        <span>{word}</span>
        <svg viewBox="0 0 12 12" className="size-3" aria-hidden="true">
          <circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" />
          <path d="M6 5.25V9M6 3v1.25" stroke="currentColor" strokeWidth="1.25" />
        </svg>
        <span className="sr-only">, details</span>
      </summary>
      <div
        tabIndex={-1}
        className="panel absolute inset-x-4 z-20 mt-1 grid gap-2 p-3 text-sm text-ink shadow-lg sm:inset-x-auto sm:w-96"
      >
        {children}
      </div>
    </details>
  )
}

function sentence(text: string): string {
  return `${capitalize(text)}.`
}

/** The notice of the initial problem stays while the code is the same, so that a repeated failure is not announced again. */
export function NoAnswer({ used, failed }: { used: UsedAnswer<MethodName>; failed: ReactNode }) {
  const { problem, asking, refresh, initialProblem } = used
  if (!problem) return null
  if (problem.code !== initialProblem?.code) return <Failure problem={problem} asking={asking} onRetry={refresh} />
  return <RetryProvider retrier={{ problem, asking, onRetry: refresh }}>{failed}</RetryProvider>
}

export function NoNewerAnswer({ used: { problem, asking, refresh } }: { used: UsedAnswer<MethodName> }) {
  if (!problem) return null
  return (
    <div className="pb-4">
      <Failure problem={problem} rowsShown asking={asking} onRetry={refresh} />
    </div>
  )
}
