import type { IndexerStatus } from '@/lib/api/status'
import { formatSpan } from '@/lib/format/block-time'
import { counted } from '@/lib/format/counted'

/** Seconds that a slot of the chain is meant to take. */
const SLOT_SECONDS = 0.4

/** How far behind the chain in time, in words: from the age of the head, else from the slots. Null where neither is known. */
export function behindInTime({ headAge, lag }: Pick<IndexerStatus, 'headAge' | 'lag'>): string | null {
  const seconds = headAge ? headAge.seconds : lag === null ? null : lag * SLOT_SECONDS
  return seconds === null ? null : `about ${formatSpan(Math.max(1, Math.round(seconds)))}`
}

const TREND_WORDS = {
  'catching up': 'It is catching up. ',
  holding: 'The distance stays the same. ',
  'losing ground': 'It is losing ground. ',
  none: '',
}

export interface BannerWords {
  state: string
  /** What it means for what the page shows. */
  meaning: string
}

/**
 * What a page of data says about its indexer above its rows, in as few words as a phone's line holds: the state, and what
 * it means for what is shown. Null where there is nothing to say.
 */
export function bannerWords(status: IndexerStatus, nowMs: number): BannerWords | null {
  const since =
    status.since === null ? null : formatSpan(Math.max(1, Math.floor((nowMs - Date.parse(status.since)) / 1000)))
  const forSince = since === null ? '' : ` for ${since}`
  switch (status.verdict) {
    case 'behind': {
      if (status.lag === null) return { state: 'Indexer not healthy', meaning: 'The newest rows may be missing.' }
      const time = behindInTime(status)
      const slots = counted(status.lag, 'slot')
      return {
        state: `Indexer ${slots} behind${time ? ` (${time})` : ''}`,
        meaning: `${TREND_WORDS[status.trend ?? 'none']}The newest rows are missing.`,
      }
    }
    case 'frozen':
      return { state: `Indexer frozen${forSince}`, meaning: 'Nothing newer than its slot is shown.' }
    case 'unreachable':
      return { state: `Indexer unreachable${forSince}`, meaning: 'What is shown may be old.' }
    case 'limited':
      return { state: `Indexer limits this explorer${forSince}`, meaning: 'What is shown may be old.' }
    case 'ok':
    case 'unknown':
      return null
    default:
      return status.verdict satisfies never
  }
}
