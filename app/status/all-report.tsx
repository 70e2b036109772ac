import { useQueries } from '@tanstack/react-query'
import { VerdictMark } from '@/components/status/verdict'
import { useOffline } from '@/components/ui/use-offline'
import { useTitle } from '@/components/ui/use-title'
import { statusQuery } from '@/lib/api/query'
import type { IndexerStatus } from '@/lib/api/status'
import { groupDigits } from '@/lib/format/numbers'
import { escapeInvisible } from '@/lib/format/text'
import { allStatusFrom, worstFirst } from '@/lib/status/all-networks'
import { allStatusTitle } from '@/lib/status/title'
import { VerdictPanel } from './verdict-panel'
import { doubtText } from './words'

const EVERY_MS = 10_000

/** @param links a page of each network, by name */
export function AllReport({
  initial,
  links,
}: {
  initial: readonly IndexerStatus[]
  links: Readonly<Record<string, string>>
}) {
  const results = useQueries({
    queries: initial.map((status) => {
      return { ...statusQuery(status.network), initialData: status, refetchInterval: EVERY_MS }
    }),
  })
  const offline = useOffline()
  const statuses = worstFirst(results.map(({ data }) => data))
  const { verdict, since, summary, worst } = allStatusFrom(statuses)
  const isCurrent = !offline && results.every(({ error }) => error === null)
  useTitle(isCurrent ? allStatusTitle({ verdict, worst }) : 'All networks: unknown')
  const doubts = statuses.flatMap((status) => {
    const words = doubtText(status)
    return words === null ? [] : `${status.network}: ${words}`
  })
  return (
    <>
      <VerdictPanel
        label="Current status of all networks"
        verdict={verdict}
        since={verdict === 'ok' ? null : since}
        summary={escapeInvisible(summary)}
        doubt={doubts.length > 0 ? doubts.join(' · ') : null}
        isCurrent={isCurrent}
      />
      <ul aria-label="Networks" className="panel divide-y divide-line">
        {statuses.map(({ network, verdict, slot, summary, maintenance, acknowledged }) => (
          <li key={network} className="flex flex-wrap items-center gap-x-3 px-4 py-3">
            <VerdictMark verdict={verdict} />
            {/* A full page load: nothing of one network may remain under the name of another. */}
            <a href={links[network]}>{network}</a>
            <span translate="no">{verdict}</span>
            <span className="number text-muted">{slot === null ? 'slot unknown' : `slot ${groupDigits(slot)}`}</span>
            <span className="basis-full text-sm wrap-anywhere">
              {[
                escapeInvisible(summary),
                maintenance && `Maintenance: ${escapeInvisible(maintenance.note)}`,
                acknowledged && `Acknowledged: ${escapeInvisible(acknowledged.note)}`,
              ]
                .filter(Boolean)
                .join(' ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
