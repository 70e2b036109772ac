import { VERDICT_FACTS, type Verdict } from '@/lib/api/verdicts'
import { HistoryKeeper } from '@/lib/status/history/keeper'

const CHAIN_PACE = 2.5

/** null: no check. */
export interface Part {
  minutes: number
  verdict: Verdict | null
  /** Slots per second; default: the chain's pace. */
  pace?: number
  latencyMs?: number
}

const WORDS: { readonly [V in Verdict]?: string } = {
  behind: 'The indexer says: Node is behind',
  unreachable: 'No connection to the indexer could be made.',
  limited: 'The indexer asks for fewer requests (429).',
  unknown: 'The indexer has no such operation.',
}

/** The last check is now, at `slot`, so that an explorer on the folder continues from there. */
export function recordHistory(
  folder: string,
  network: string,
  parts: readonly Part[],
  { slot, everySeconds = 30, endMs = Date.now() }: { slot: number; everySeconds?: number; endMs?: number },
): void {
  const checks = parts.flatMap((part) =>
    Array.from({ length: Math.round((part.minutes * 60) / everySeconds) }, () => part),
  )
  const indexed = checks.reduce((sum, part) => sum + paceOf(part) * everySeconds, 0)
  const keeper = new HistoryKeeper(folder)
  let reached = slot - indexed
  let lag = 0
  checks.forEach((part, i) => {
    const { verdict, latencyMs } = part
    const gained = paceOf(part) * everySeconds
    reached += gained
    lag = Math.max(0, lag + CHAIN_PACE * everySeconds - gained)
    if (verdict === null) return
    const answers = VERDICT_FACTS[verdict].hasSlot
    const at = endMs - (checks.length - 1 - i) * everySeconds * 1000
    keeper.record(network, {
      at,
      since: at,
      says: verdict === 'frozen' ? 'ok' : verdict,
      verdict,
      summary: `The indexer was ${verdict}.`,
      slot: answers ? Math.round(reached) : null,
      lag: verdict === 'behind' ? Math.round(lag) : null,
      text: verdict === 'behind' ? `${WORDS.behind} ${Math.round(lag)} slots` : (WORDS[verdict] ?? 'ok'),
      latencyMs: latencyMs ?? (answers ? 12 + (i % 7) * 3 : 2_000),
      headAgeMs: answers ? Math.round(3_000 + (i % 5) * 400 + lag * 400) : null,
      intervalMs: everySeconds * 1000,
    })
  })
  keeper.close()
}

function paceOf({ verdict, pace }: Part): number {
  return pace ?? (verdict === 'frozen' ? 0 : CHAIN_PACE)
}
