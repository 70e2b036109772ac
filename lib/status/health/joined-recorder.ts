import 'server-only'
import type { IndexerStatus } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import { lastRecorded, record } from '../history/history'
import { notifyVerdictChange } from './changes'

/** Records the verdict of a network of several indexers, and notifies listeners of its changes. */
export class JoinedRecorder {
  #reported: Verdict | null

  constructor(private readonly network: string) {
    // A start with what was recorded last is no change.
    this.#reported = lastRecorded(network, 1)[0]?.verdict ?? null
  }

  /** @param status with its newest sample. */
  record(status: IndexerStatus, intervalSeconds: number): void {
    const { verdict, since, summary, headAge, samples } = status
    const newest = samples.at(-1)
    if (!newest) return
    // What another indexer causes is no word of the one that this check is of.
    const sample = verdict === 'degraded' && newest.says === 'ok' ? { ...newest, says: verdict, text: summary } : newest
    const headAgeSeconds = headAge?.seconds ?? null
    record(this.network, sample, { verdict, since: since ?? sample.at, summary, headAgeSeconds, intervalSeconds })
    const from = this.#reported
    this.#reported = verdict
    if (verdict === from) return
    const at = since ?? sample.at
    notifyVerdictChange({ network: this.network, at, confirmedAt: sample.at, from, to: verdict, summary })
  }
}
