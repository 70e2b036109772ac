'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { VERDICT_TONES, VerdictMark } from '@/components/status/verdict'
import { PlainTable } from '@/components/table/plain-table'
import { NotNewer } from '@/components/ui/failure'
import { Age } from '@/components/ui/time'
import { useTitle } from '@/components/ui/use-title'
import { fetchJson } from '@/lib/api/fetch-json'
import type { ProblemError } from '@/lib/api/problem'
import { escapeInvisible } from '@/lib/format/text'
import type { Cluster } from '@/lib/page/address'
import { incidentHref, statusHref } from '@/lib/status/address'
import type { IncidentDocument } from '@/lib/status/history/contract'
import {
  type IncidentFact,
  incidentCause,
  incidentEvidence,
  incidentNumbers,
  incidentSpan,
  incidentTimes,
  incidentTitle,
  noteHeading,
  noteLines,
} from '@/lib/status/incident-words'
import { rangeParams } from '@/lib/status/range'
import { DrawnHistory } from '../../history-report'
import { INCIDENT_CHARTS } from '../../series'
import { StatePatterns } from '../../state-bar'
import { EDGES } from '../../verdict-panel'
import * as words from '../../words'

/** Of an open incident. */
const EVERY_MS = 5_000

export function IncidentReport({
  initial,
  cluster,
  siteUrl,
}: {
  initial: IncidentDocument
  cluster: Cluster
  siteUrl: string
}) {
  const { id } = initial
  const query = useQuery<IncidentDocument, ProblemError>({
    queryKey: ['incident', id],
    queryFn: ({ signal }) => fetchJson<IncidentDocument>(incidentHref(id, undefined, '.json'), signal),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data?.ended === null ? EVERY_MS : false),
  })
  const { data } = query
  useTitle(incidentTitle(data))
  const { verdict, ended, asOf, history, turns, notes } = data
  const timeRange = { fromMs: Date.parse(history.from), toMs: Date.parse(history.to) }
  const isOpen = ended === null
  return (
    <div className="space-y-8">
      <NotNewer query={query} note={words.lastStatus} />
      <section className={`panel border-s-4 p-4 sm:p-5 ${EDGES[VERDICT_TONES[verdict]]}`} aria-label="Incident">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="inline-flex items-center gap-2 text-lg">
            <VerdictMark verdict={verdict} />
            <span translate="no">{verdict}</span>
            <span>{incidentSpan(data)}</span>
          </h2>
          {isOpen && (
            <p className="text-doubt">
              <strong className="font-semibold">{history.reason === undefined ? 'Open.' : 'End not known.'}</strong>{' '}
              <span>Updated</span> <Age iso={asOf} />
            </p>
          )}
        </div>
        <p className="mt-1 max-w-prose wrap-anywhere">{incidentCause(data)}</p>
        <div className="mt-3 grid gap-x-10 gap-y-3 lg:grid-cols-2">
          <Facts facts={incidentTimes(data)} />
          <Facts facts={incidentEvidence(data)} />
        </div>
      </section>
      <Part title="Course">
        {turns.length === 0 ? (
          <p className="panel px-4 py-3 text-sm text-muted">{words.noTurns}</p>
        ) : (
          <PlainTable
            label="Course"
            rows={turns}
            keyOf={({ confirmedAt }) => confirmedAt}
            columns={[
              { heading: 'From (UTC)', className: () => 'number', cell: ({ at }) => moment(at) },
              { heading: 'Confirmed (UTC)', className: () => 'number', cell: ({ confirmedAt }) => moment(confirmedAt) },
              {
                heading: 'Status',
                cell: ({ to }) => (
                  <span className="inline-flex items-center gap-1.5">
                    <VerdictMark verdict={to} /> <span translate="no">{to}</span>
                  </span>
                ),
              },
              {
                heading: 'What was seen',
                className: () => 'whitespace-normal wrap-anywhere',
                cell: ({ summary }) => escapeInvisible(summary),
              },
            ]}
          />
        )}
      </Part>
      <section aria-label="Curves" className="space-y-4">
        <StatePatterns />
        <DrawnHistory data={history} timeRange={timeRange} cluster={cluster} kinds={INCIDENT_CHARTS} />
      </section>
      <Part title="Numbers">
        <div className="panel p-4 lg:[&>dl]:columns-2">
          <Facts facts={incidentNumbers(data)} />
        </div>
      </Part>
      <Part title="Notes">
        {notes.length === 0 && <p className="text-sm text-muted">{words.noNotes}</p>}
        {notes.map((note) => (
          <div key={`${note.kind} ${note.from} ${note.to} ${note.note}`} className="panel px-4 py-3 text-sm">
            <h3 className="number text-sm">{noteHeading(note)}</h3>
            <p className="max-w-prose whitespace-pre-line wrap-anywhere">
              <bdi>{noteLines(note).join('\n')}</bdi>
            </p>
          </div>
        ))}
      </Part>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
        This incident:
        <button
          type="button"
          className="button needs-script"
          data-copy={`${siteUrl}${incidentHref(id)}`}
          aria-label="Copy link to this incident"
        >
          Copy link
        </button>
        <a href={incidentHref(id, undefined, '.md')}>Markdown</a>
        <a href={incidentHref(id, undefined, '.json')}>JSON</a>
        <a href={statusHref(cluster, rangeParams(timeRange))}>Status at that time</a>
      </p>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="space-y-3">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  )
}

function Facts({ facts }: { facts: readonly IncidentFact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="number">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function moment(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ')
}
