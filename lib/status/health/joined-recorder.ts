import 'server-only'
import type { IndexerStatus } from '../../api/status'
import type { Verdict } from '../../api/verdicts'
import { lastRecorded, record } from '../history/history'
import { notifyVerdictChange } from './changes'

export class JoinedRecorder {
  #reported: Verdict | null

  constructor(private readonly network: string) {
    // A start with the recorded verdict is no change.
    this.#reported = lastRecorded(network, 1)[0]?.verdict ?? null
  }

  record(status: IndexerStatus, intervalSeconds: number): void {
    const { verdict, since, summary, headAge, samples } = status
    const newest = samples.at(-1)
    if (!newest) return
    // Trouble of another indexer is not a finding of this check.
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
