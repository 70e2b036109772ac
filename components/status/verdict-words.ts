import type { IndexerStatus } from '@/lib/api/status'
import type { Verdict } from '@/lib/api/verdicts'
import { formatSpan } from '@/lib/format/block-time'
import { formatCount } from '@/lib/format/numbers'
import { escapeInvisible } from '@/lib/format/text'

/** Target slot time of the chain. */
const SLOT_SECONDS = 0.4

/** From the age of the head, else from the slot lag. Null where neither is known. */
export function timeBehind({ headAge, lag }: Pick<IndexerStatus, 'headAge' | 'lag'>): string | null {
  const seconds = headAge ? headAge.seconds : lag === null ? null : lag * SLOT_SECONDS
  return seconds === null ? null : `about ${formatSpan(Math.max(1, Math.round(seconds)))}`
}

const TREND_WORDS = {
  'catching up': 'Catching up. ',
  holding: 'Lag is steady. ',
  'losing ground': 'Falling further behind. ',
  none: '',
}

export interface BannerWords {
  state: string
  meaning: string
}

/** @param forSince ` for 3 min`; empty when unknown */
type Banner = (status: IndexerStatus, forSince: string) => BannerWords

const BANNERS: Readonly<Record<Verdict, Banner | null>> = {
  ok: null,
  degraded: (_, forSince) => ({
    state: `Indexer degraded${forSince}`,
    meaning: 'Some requests fail, are slow or return old data.',
  }),
  behind: (status) => {
    if (status.lag === null) return { state: 'Indexer unhealthy', meaning: 'The newest rows may be missing.' }
    const time = timeBehind(status)
    return {
      state: `Indexer ${formatCount(status.lag, 'slot')} behind${time ? ` (${time})` : ''}`,
      meaning: `${TREND_WORDS[status.trend ?? 'none']}The newest rows are missing.`,
    }
  },
  frozen: (_, forSince) => ({
    state: `Indexer frozen${forSince}`,
    meaning: 'No newer data until it moves again.',
  }),
  unreachable: (_, forSince) => ({ state: `Indexer unreachable${forSince}`, meaning: 'Data may be stale.' }),
  limited: (_, forSince) => ({ state: `Rate limited by the indexer${forSince}`, meaning: 'Data may be stale.' }),
  unknown: null,
}

export function bannerWords(status: IndexerStatus, nowMs: number): BannerWords | null {
  const since =
    status.since === null ? null : formatSpan(Math.max(1, Math.floor((nowMs - Date.parse(status.since)) / 1000)))
  const words = BANNERS[status.verdict]?.(status, since === null ? '' : ` for ${since}`) ?? null
  const meaning = operatorWords(status)
  return words && meaning ? { ...words, meaning } : words
}

function operatorWords({ maintenance, acknowledged }: IndexerStatus): string | null {
  if (maintenance) return `Maintenance until ${maintenance.to.slice(11, 16)} UTC: ${escapeInvisible(maintenance.note)}`
  return acknowledged && `Acknowledged: ${escapeInvisible(acknowledged.note)}`
}

/** Hides the banner beside a notice of the same problem: any failure, or one reported by the indexer itself. */
export const HIDES_BANNER: Partial<Record<Verdict, 'failure' | 'own failure'>> = {
  degraded: 'own failure',
  behind: 'own failure',
  unreachable: 'failure',
  limited: 'failure',
}
