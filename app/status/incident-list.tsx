import { VerdictMark } from '@/components/status/verdict'
import { CopyButton } from '@/components/ui/identifier'
import { Link } from '@/components/ui/link'
import { formatDuration } from '@/lib/format/duration'
import { counted, groupDigits } from '@/lib/format/numbers'
import { visible } from '@/lib/format/text'
import type { Incident, OperatorNote } from '@/lib/status/history/contract'
import type { TimeRange } from '@/lib/status/range'
import { notesOf, rangeAround } from './incidents'
import { INCIDENTS, INCIDENTS_IN_SIGHT } from './shown'

interface Context {
  notes: readonly OperatorNote[]
  /** True if the range ends in the present: an incident cut at its end is not over. */
  goesOn: boolean
  hrefOf(around: TimeRange): string
  siteUrl: string
  nowMs: number
}

export function IncidentList({ incidents, ...rest }: Context & { incidents: readonly Incident[] }) {
  const shown = incidents.slice(-INCIDENTS).reverse()
  return (
    <section aria-labelledby="incidents">
      <h3 id="incidents" className="pb-2 text-base">
        Incidents
        {incidents.length > 0 && <span className="number text-muted"> {groupDigits(incidents.length)}</span>}
      </h3>
      {incidents.length === 0 ? (
        <p className="panel px-4 py-3 text-sm text-muted">No incidents recorded in this range.</p>
      ) : (
        <div className="panel sheet">
          <Incidents incidents={shown.slice(0, INCIDENTS_IN_SIGHT)} label="Incidents" {...rest} />
        </div>
      )}
      {shown.length > INCIDENTS_IN_SIGHT && (
        <details className="mt-2">
          <summary className="cursor-pointer text-sm">
            {counted(shown.length - INCIDENTS_IN_SIGHT, 'earlier incident')}
          </summary>
          <div className="panel sheet mt-2">
            <Incidents incidents={shown.slice(INCIDENTS_IN_SIGHT)} label="Earlier incidents" {...rest} />
          </div>
          {incidents.length > INCIDENTS && (
            <p className="pt-2 text-sm text-muted">{`Showing the newest ${INCIDENTS} of ${groupDigits(incidents.length)}. Narrow the range to see the rest.`}</p>
          )}
        </details>
      )}
    </section>
  )
}

function Incidents({
  incidents,
  label,
  notes,
  goesOn,
  hrefOf,
  siteUrl,
  nowMs,
}: Context & { incidents: readonly Incident[]; label: string }) {
  return (
    <table className="rows" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">From (UTC)</th>
          <th scope="col">To (UTC)</th>
          <th scope="col" className="figure">
            Duration
          </th>
          <th scope="col">Link</th>
        </tr>
      </thead>
      <tbody>
        {incidents.map((incident) => {
          const { from, to, seconds, cutAtStart } = incident
          const href = hrefOf(rangeAround({ fromMs: Date.parse(from), toMs: Date.parse(to) }, nowMs))
          const isOpen = goesOn && incident.cutAtEnd
          return (
            <tr key={from} className="row">
              <td data-label="Status">
                <span className="flex flex-wrap items-center gap-x-2">
                  {sequenceOf(incident).map(({ verdict, index }) => (
                    <span key={index} className="inline-flex items-center gap-1.5">
                      {index > 0 && <span className="text-muted">then</span>}
                      <VerdictMark verdict={verdict} /> <span translate="no">{verdict}</span>
                    </span>
                  ))}
                  {incident.verdicts.length > MOST_NAMED && <span className="text-muted">and more</span>}
                  {notesOf(incident, notes).map(({ kind, from, to, note }) => (
                    <span key={`${kind} ${from} ${to}`} className="basis-full text-xs text-muted">
                      <span>{`${kind === 'maintenance' ? 'Maintenance' : `Acknowledged at ${clock(to)}`}:`}</span>{' '}
                      <bdi className="wrap-anywhere">{visible(note)}</bdi>
                    </span>
                  ))}
                </span>
              </td>
              <td data-label="From (UTC)" className="number">
                {cutAtStart && <span className="text-muted">before </span>}
                <span>{clock(from)}</span>
              </td>
              <td data-label="To (UTC)" className="number">
                {isOpen ? <strong className="font-semibold">ongoing</strong> : clock(to)}
              </td>
              <td data-label="Duration" className="figure">
                <span>
                  {cutAtStart && <span className="text-muted">at least </span>}
                  <span>{formatDuration(Math.max(1, Math.round(seconds)))}</span>
                </span>
              </td>
              <td data-label="Link">
                <span className="inline-flex items-center gap-1">
                  <Link href={href} aria-label={`Details of ${clock(from)} UTC`}>
                    Details
                  </Link>
                  <CopyButton text={`${siteUrl}${href}`} what={`link to ${clock(from)} UTC`} />
                </span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** A flapping indexer changes its verdict many times: the first few are enough. */
const MOST_NAMED = 4

function sequenceOf({ verdicts }: Incident) {
  return verdicts.slice(0, MOST_NAMED).map((verdict, index) => ({ verdict, index }))
}

function clock(iso: string): string {
  return iso.replace('T', ' ').slice(0, 19)
}
