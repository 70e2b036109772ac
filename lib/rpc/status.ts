/**
 * What the badge and /status show of one network's indexer: evidence from the explorer's own probe, joined into one
 * verdict (design.md 5, "Health"). Body of GET /api/v1/status. Times are ISO 8601 UTC.
 */
export type Verdict = 'ok' | 'behind' | 'frozen' | 'unreachable' | 'limited' | 'unknown'

/** One look of the probe at the indexer. */
export interface ProbeSample {
  at: string
  /** The indexer's slot; null when it could not be asked. */
  slot: number | null
  /** What this look alone says, before several are joined. */
  says: Verdict
  /** Slots behind, where the health answer named them. */
  lag: number | null
  /** The health answer, or what went wrong, in words that hold no URL. */
  text: string
  /** Milliseconds the slower of both calls took. */
  latencyMs: number
}

export interface IndexerStatus {
  network: string
  verdict: Verdict
  /** The verdict in one sentence. */
  summary: string
  /** When this verdict began; null before the first look. */
  since: string | null
  slot: number | null
  /** When the slot was last seen to move. */
  slotMovedAt: string | null
  /** Slots per second over the samples kept; null with fewer than two. */
  slotsPerSecond: number | null
  lag: number | null
  /** For `behind`: where the lag is going. */
  trend: 'catching up' | 'holding' | 'losing ground' | null
  checkedAt: string | null
  lastOkAt: string | null
  /** Seconds between two looks at present. */
  intervalSeconds: number
  /** Newest last. */
  samples: ProbeSample[]
}
