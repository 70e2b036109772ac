import type { AnswerMeta, OldAnswer } from '@/lib/api/answer'
import { counted, groupDigits } from '@/lib/format/numbers'
import { reasonWords } from './problem-words'
import { Age } from './time'

/**
 * The label of data that is not current: the reason, the time it came, its slot and age. Amber, a clock and words, so
 * that no colour stands alone. facts/reliability.md (b), "UI".
 * @param what the data that it is about.
 */
export function StaleLabel({ old, what = 'data' }: { old: OldAnswer; what?: string }) {
  return (
    <span className="stale">
      <svg viewBox="0 0 12 12" className="me-1.5 inline size-3 align-[-0.0625rem]" aria-hidden="true">
        <circle cx="6" cy="6" r="5" fill="none" stroke="currentColor" strokeWidth="1.25" />
        <path d="M6 3v3.25L8 7.5" fill="none" stroke="currentColor" strokeWidth="1.25" />
      </svg>
      <strong className="font-semibold">{`${reasonWords(old.reason)}:`}</strong> <span>{`${what} from`}</span>{' '}
      <span className="number whitespace-nowrap">{`${old.fetchedAt.slice(11, 19)} UTC`}</span>
      {old.slot !== null && (
        <span>
          , slot <span className="number">{groupDigits(old.slot)}</span>
        </span>
      )}
      <span>,</span> <Age iso={old.fetchedAt} />
    </span>
  )
}

/** The same for screen readers, who hear it when it changes. */
export function staleWords({ reason }: Pick<OldAnswer, 'reason'>): string {
  return `${reasonWords(reason)}: showing older data.`
}

/** Whose answer it is, where a network has several indexers, and how far that one is behind what was shown before. */
export function AnsweredBy({ meta: { indexer, below } }: { meta: Pick<AnswerMeta, 'indexer' | 'below'> }) {
  return (
    <span className={below ? 'text-doubt' : undefined}>
      Answered by <bdi translate="no">{indexer}</bdi>
      {below && <span>{`, ${counted(below.slots, 'slot')} behind ${below.indexer}`}</span>}
    </span>
  )
}
