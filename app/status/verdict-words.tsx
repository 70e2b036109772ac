import { RUN_BOOK } from '@/components/status/run-book/on-call'
import { VerdictList } from '@/components/status/verdict-list'
import type { Cluster } from '@/lib/page/address'
import { onCallHref } from '@/lib/status/run-book-address'

export function VerdictWords({ cluster }: { cluster: Cluster }) {
  return (
    <section aria-labelledby="verdicts">
      <h2 id="verdicts" className="pb-2 text-base">
        What the verdicts mean
      </h2>
      <details className="text-sm">
        <summary>All verdicts, with what to do</summary>
        <div className="max-w-[52rem] pt-2">
          <VerdictList entries={RUN_BOOK.verdicts} />
        </div>
      </details>
      <p className="pt-2 text-sm">
        <a href={onCallHref(cluster)}>Run book</a>: alerts, metrics, log and history.
      </p>
    </section>
  )
}
