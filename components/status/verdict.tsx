import type { IndexerStatus } from '@/lib/api/status'
import type { Tone } from '@/lib/api/tone'
import { VERDICT_TONES } from '@/lib/api/verdict-tones'
import type { Verdict } from '@/lib/api/verdicts'
import { formatSpan } from '@/lib/format/block-time'
import { counted } from '@/lib/format/numbers'
import { visible } from '@/lib/format/text'

/** A verdict's sign: colour and shape, because neither may speak alone. @param inDoubt while a check disagrees: never green */
export function VerdictMark({ verdict, inDoubt = false }: { verdict: Verdict; inDoubt?: boolean }) {
  const tone = VERDICT_TONES[verdict]
  const colour = COLOURS[inDoubt && tone === 'live' ? 'doubt' : tone]
  return (
    <svg viewBox="0 0 12 12" className={`size-3 shrink-0 ${colour}`} aria-hidden="true">
      <path d={SHAPES[verdict]} fill="currentColor" />
    </svg>
  )
}

const COLOURS: Readonly<Record<Tone, string>> = {
  live: 'text-leaf',
  doubt: 'text-doubt',
  fail: 'text-fail',
  plain: 'text-muted',
}

/** Outlines to be filled; where an inner one runs the other way round, it is a hole. */
const SHAPES: Readonly<Record<Verdict, string>> = {
  ok: 'M6 1.5a4.5 4.5 0 0 1 0 9 4.5 4.5 0 0 1 0-9z',
  // A ring, its right half filled.
  degraded: 'M6 1a5 5 0 0 1 0 10A5 5 0 0 1 6 1zm0 1.5a3.5 3.5 0 0 0 0 7z',
  behind: 'M6 1.5 11.5 11H.5z',
  frozen: 'M2 2h3v8H2zM7 2h3v8H7z',
  limited: 'M6 .5 11.5 6 6 11.5.5 6z',
  unreachable: 'M1.2 2.8 2.8 1.2 6 4.4l3.2-3.2 1.6 1.6L7.6 6l3.2 3.2-1.6 1.6L6 7.6l-3.2 3.2-1.6-1.6L4.4 6z',
  unknown: 'M6 1.25a4.75 4.75 0 0 1 0 9.5 4.75 4.75 0 0 1 0-9.5zm0 1.5a3.25 3.25 0 0 0 0 6.5 3.25 3.25 0 0 0 0-6.5z',
}

/** Seconds that a slot of the chain is meant to take. */
const SLOT_SECONDS = 0.4

/** How far behind the chain in time, in words: from the age of the head, else from the slots. Null where neither is known. */
export function behindInTime({ headAge, lag }: Pick<IndexerStatus, 'headAge' | 'lag'>): string | null {
  const seconds = headAge ? headAge.seconds : lag === null ? null : lag * SLOT_SECONDS
  return seconds === null ? null : `about ${formatSpan(Math.max(1, Math.round(seconds)))}`
}

const TREND_WORDS = {
  'catching up': 'Catching up. ',
  holding: 'Lag is steady. ',
  'losing ground': 'Falling further behind. ',
  none: '',
}

/** The words of a banner. */
export interface BannerWords {
  state: string
  /** What it means for what the page shows. */
  meaning: string
}

/** What a page says about its indexer above its rows, in as few words as a phone's line holds. */
interface Banner {
  /** @param forSince ` for 3 min`, how long it lasts; empty where that is not known */
  words(status: IndexerStatus, forSince: string): BannerWords
  /** What on a page says the same, so that the banner is silent: any failure, or one that the indexer names itself. */
  silentBeside: 'failure' | 'own failure' | null
}

/** Null where there is nothing to say. */
const BANNERS: Readonly<Record<Verdict, Banner | null>> = {
  ok: null,
  degraded: {
    words: (_, forSince) => ({
      state: `Indexer degraded${forSince}`,
      meaning: 'Some requests fail, are slow or return old data.',
    }),
    silentBeside: 'own failure',
  },
  behind: {
    words: (status) => {
      if (status.lag === null) return { state: 'Indexer unhealthy', meaning: 'The newest rows may be missing.' }
      const time = behindInTime(status)
      const slots = counted(status.lag, 'slot')
      return {
        state: `Indexer ${slots} behind${time ? ` (${time})` : ''}`,
        meaning: `${TREND_WORDS[status.trend ?? 'none']}The newest rows are missing.`,
      }
    },
    silentBeside: 'own failure',
  },
  frozen: {
    words: (_, forSince) => ({
      state: `Indexer frozen${forSince}`,
      meaning: 'No newer data until it moves again.',
    }),
    silentBeside: null,
  },
  unreachable: {
    words: (_, forSince) => ({ state: `Indexer unreachable${forSince}`, meaning: 'Data may be stale.' }),
    silentBeside: 'failure',
  },
  limited: {
    words: (_, forSince) => ({
      state: `Rate limited by the indexer${forSince}`,
      meaning: 'Data may be stale.',
    }),
    silentBeside: 'failure',
  },
  unknown: null,
}

/** The banner's words, with what they mean for what is shown. Null where there is nothing to say. */
export function bannerWords(status: IndexerStatus, nowMs: number): BannerWords | null {
  const since =
    status.since === null ? null : formatSpan(Math.max(1, Math.floor((nowMs - Date.parse(status.since)) / 1000)))
  const words = BANNERS[status.verdict]?.words(status, since === null ? '' : ` for ${since}`) ?? null
  const meaning = operatorWords(status)
  return words && meaning ? { ...words, meaning } : words
}

/** What an operator wrote of the present state; null: nothing. */
function operatorWords({ maintenance, acknowledged }: IndexerStatus): string | null {
  if (maintenance) return `Maintenance until ${maintenance.to.slice(11, 16)} UTC: ${visible(maintenance.note)}`
  return acknowledged && `Acknowledged: ${visible(acknowledged.note)}`
}

/** What the banner of a verdict is silent beside. app/styles/status.css */
export function silentBeside(verdict: Verdict): Banner['silentBeside'] {
  return BANNERS[verdict]?.silentBeside ?? null
}

/** A doubt about the verdict, or the way back. Null where there is neither. */
export function pendingWord({
  pending,
  standingSince,
}: Pick<IndexerStatus, 'pending' | 'standingSince'>): 'checking' | 'recovering' | 'not moving' | null {
  if (pending) return pending.better ? 'recovering' : 'checking'
  return standingSince === null ? null : 'not moving'
}
