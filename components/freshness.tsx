import type { ReactNode } from 'react'
import { groupDigits } from '@/lib/format/integers'
import type { AnswerMeta } from '@/lib/rpc/answer'
import { Age } from './block-time'

/** Which slot a view was answered at, how old it is, and the way to ask anew. */
export function Freshness({
  meta,
  refreshing,
  onRefresh,
  quiet = false,
  children,
}: {
  meta: AnswerMeta
  refreshing: boolean
  onRefresh(): void
  /** Where the view asks by itself: no button, and no flicker while it asks. */
  quiet?: boolean
  children?: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pb-3 text-sm text-muted">
      {children}
      <span>
        As of slot <span className="number text-ink">{meta.slot === null ? 'unknown' : groupDigits(meta.slot)}</span>,
        asked <Age iso={meta.fetchedAt} />
      </span>
      {!quiet && (
        <button type="button" className="button needs-script" onClick={onRefresh} disabled={refreshing}>
          {refreshing ? 'Asking …' : 'Refresh'}
        </button>
      )}
    </div>
  )
}

/** Whether a list is whole, in words: complete, incomplete and not known look different. design.md 5. */
export function Completeness({ meta, ended }: { meta: AnswerMeta; ended: boolean }) {
  if (meta.complete === true) return <Verdict look="chip-live" word="Complete" reason={meta.completeReason} />
  if (meta.complete === false) return <Verdict look="chip-fail" word="Incomplete" reason={meta.completeReason} />
  if (!ended) return <Verdict look="" word="More rows follow" reason={meta.completeReason} />
  return <Verdict look="chip-doubt" word="Completeness not proven" reason={meta.completeReason} />
}

function Verdict({ look, word, reason }: { look: string; word: string; reason: string | undefined }) {
  if (!reason) return <span className={`chip ${look}`}>{word}</span>
  return (
    <details className="relative">
      <summary className={`chip min-h-6 cursor-pointer list-none ${look}`}>
        {word} <span aria-hidden="true">ⓘ</span>
      </summary>
      <p className="panel absolute z-10 mt-1 w-80 max-w-[80vw] p-3 text-sm text-ink shadow-lg">{sentence(reason)}</p>
    </details>
  )
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
