import { VerdictMark } from '@/components/status/verdict'
import { PlainTable } from '@/components/table/plain-table'
import { CopyButton } from '@/components/ui/identifier'
import { Link } from '@/components/ui/link'
import { formatDuration } from '@/lib/format/duration'
import { groupDigits } from '@/lib/format/numbers'
import { escapeInvisible } from '@/lib/format/text'
import type { Cluster } from '@/lib/page/address'
import type { Incident, StatusHistory } from '@/lib/status/history/contract'
import { noteHeading, noteLines } from '@/lib/status/incident-words'
import { detailsHref, notesOf } from './incidents'
import * as words from './words'

const INCIDENTS = 50

export function IncidentList({
  history: { incidents, notes },
  goesOn,
  cluster,
  siteUrl,
  nowMs,
}: {
  history: StatusHistory
  /** True if the range ends in the present: an incident cut at its end is not over. */
  goesOn: boolean
  cluster: Cluster
  siteUrl: string
  nowMs: number
}) {
  const link = (incident: Incident) => {
    const { from } = incident
    const href = detailsHref(incident, cluster, nowMs)
    return (
      <span className="inline-flex items-center gap-1">
        <Link href={href} aria-label={`Details of ${clock(from)} UTC`}>
          Details
        </Link>
        <CopyButton text={`${siteUrl}${href}`} what={`link to ${clock(from)} UTC`} />
      </span>
    )
  }
  return (
    <section aria-labelledby="incidents">
      <h3 id="incidents" className="pb-2 text-base">
        <span>Incidents</span>{' '}
        {incidents.length > 0 && <span className="number text-muted">{groupDigits(incidents.length)}</span>}
      </h3>
      {incidents.length === 0 ? (
        <p className="panel px-4 py-3 text-sm text-muted">{words.noIncidents}</p>
      ) : (
        <PlainTable
          label="Incidents"
          rows={incidents.slice(-INCIDENTS).reverse()}
          keyOf={({ from }) => from}
          columns={[
            { heading: 'Status', cell: (incident) => <Verdicts incident={incident} notes={notes} /> },
            {
              heading: 'From (UTC)',
              className: () => 'number',
              cell: ({ cutAtStart, from }) => `${cutAtStart ? 'before ' : ''}${clock(from)}`,
            },
            {
              heading: 'To (UTC)',
              className: () => 'number',
              cell: ({ cutAtEnd, to }) =>
                goesOn && cutAtEnd ? <strong className="font-semibold">ongoing</strong> : clock(to),
            },
            {
              heading: 'Duration',
              figure: true,
              cell: ({ cutAtStart, seconds }) =>
                `${cutAtStart ? 'at least ' : ''}${formatDuration(Math.max(1, Math.round(seconds)))}`,
            },
            { heading: 'Link', cell: link },
          ]}
        />
      )}
      {incidents.length > INCIDENTS && <p className="pt-2 text-sm text-muted">{words.newestIncidents(INCIDENTS)}</p>}
    </section>
  )
}

/** A flapping indexer changes its verdict many times: the first few are enough. */
const MAX_NAMED = 4

function Verdicts({ incident, notes }: { incident: Incident } & Pick<StatusHistory, 'notes'>) {
  const named = incident.verdicts.slice(0, MAX_NAMED).map((verdict, index) => ({ verdict, index }))
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {named.map(({ verdict, index }) => (
        <span key={index} className="inline-flex items-center gap-1.5">
          {index > 0 && <span className="text-muted">then</span>}
          <VerdictMark verdict={verdict} /> <span translate="no">{verdict}</span>
        </span>
      ))}
      {incident.verdicts.length > MAX_NAMED && <span className="text-muted">and more</span>}
      {incident.id !== null && (
        <span className="basis-full whitespace-normal text-xs text-muted wrap-anywhere">{causeText(incident)}</span>
      )}
      {notesOf(incident, notes).map(({ kind, from, to, note }) => (
        <span key={`${kind} ${from} ${to}`} className="basis-full text-xs text-muted">
          <span>{`${noteHeading({ kind, from, to })}:`}</span>{' '}
          <bdi className="wrap-anywhere">{noteLines({ note }).join(' ')}</bdi>
        </span>
      ))}
    </span>
  )
}

function causeText({ cause }: Incident): string {
  return cause === null ? words.noCause : escapeInvisible(cause)
}

function clock(iso: string): string {
  return iso.replace('T', ' ').slice(0, 19)
}
