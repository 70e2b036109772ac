import type { CheckRecord } from '@/lib/status/history/check-record'

/** A check whose verdict began with it. @param at milliseconds since the epoch */
export function checkAt(at: number, verdict: CheckRecord['verdict'], more: Partial<CheckRecord> = {}): CheckRecord {
  return {
    at,
    since: at,
    says: verdict,
    verdict,
    summary: `It is ${verdict}.`,
    slot: 7,
    lag: null,
    text: 'ok',
    latencyMs: 30,
    headAgeMs: null,
    intervalMs: 5_000,
    ...more,
  }
}
