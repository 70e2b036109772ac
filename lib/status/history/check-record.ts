import type { Verdict } from '../../api/verdicts'

/** Times in epoch milliseconds; all numbers are integers. */
export interface CheckRecord {
  at: number
  says: Verdict
  verdict: Verdict
  since: number
  summary: string
  slot: number | null
  lag: number | null
  text: string
  latencyMs: number
  headAgeMs: number | null
  intervalMs: number
  evidence?: Evidence
}

/** What a check adds to the incident. Texts are known words without URL or key. */
export interface Evidence {
  operations: { operation: string; kind: string; text: string }[]
  /** Grows with what is wrong while the verdict stays. */
  weight: number
  /** Those that are not ok, where the network has several. */
  indexers: { indexer: string; verdict: Verdict; text: string }[]
  /** Answers to readers since the check before. */
  failed: number
  stale: number
}
