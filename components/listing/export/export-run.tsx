'use client'

import { type ReactNode, useSyncExternalStore } from 'react'
import { SHEET_DIGITS } from '@/lib/format/csv'
import { formatDuration } from '@/lib/format/duration'
import { groupDigits } from '@/lib/format/numbers'
import { longText } from '@/lib/listing/export/totals'
import { useClock } from '../../ui/time'
import type { ExportJob, ExportState } from './export-job'
import { exportWords } from './export-words'

export function ExportRun({ job, onAnother }: { job: ExportJob; onAnother(): void }) {
  const state = useSyncExternalStore(job.subscribe, job.read, job.read)
  const { word, chipClass } = exportWords(state)
  return (
    <div className="mt-3 grid gap-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={`chip ${chipClass}`}>{word}</span>
        <span className="number">
          {`${groupDigits(state.rows)}${job.options.expected !== null ? ` of ${groupDigits(job.options.expected)}` : ''} rows`}
        </span>
        <bdi dir="ltr" className="id text-muted">
          {job.fileName}
        </bdi>
      </div>
      {(state.phase === 'running' || (job.isOpen && job.options.expected !== null)) && (
        <Progress rows={state.rows} expected={job.options.expected} />
      )}
      <Standing state={state} />
      <Figures state={state} />
      {job.options.format === 'csv' && <LeftOut state={state} hasTotals={job.options.comments !== false} />}
      {['running', 'waiting'].includes(state.phase) && (
        <p className="max-w-prose text-muted">
          Keeps running while you browse Leafscan. Closing the tab or leaving the site ends it.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <MainButton job={job} state={state} onAnother={onAnother} />
        {job.isOpen && (
          <button type="button" className="button" onClick={() => void job.cancel()}>
            Cancel and discard
          </button>
        )}
        {job.isOpen && state.rows > 0 && state.phase !== 'running' && state.unwritable === null && (
          <button type="button" className="button" onClick={() => void job.keepPart()}>
            Save partial file
          </button>
        )}
      </div>
    </div>
  )
}

/** A single button for the next action keeps the focus when the action changes. */
function MainButton({ job, state, onAnother }: { job: ExportJob; state: ExportState; onAnother(): void }) {
  const [label, act] = !job.isOpen
    ? ['New export', onAnother]
    : state.phase === 'running'
      ? ['Pause', () => void job.pause()]
      : [state.phase === 'waiting' ? 'Resume now' : 'Resume', () => job.resume()]
  const isDisabled = job.isOpen && (state.unwritable !== null || (state.phase === 'waiting' && state.isRetryAtGiven))
  return (
    <button
      type="button"
      className="button"
      aria-disabled={isDisabled}
      onClick={() => {
        if (!isDisabled) act()
      }}
    >
      {label}
    </button>
  )
}

function Progress({ rows, expected }: { rows: number; expected: number | null }) {
  const known = expected === null ? {} : { value: rows, max: Math.max(expected, rows, 1) }
  return <progress aria-label="Rows read" className="progress" {...known} />
}

function Standing({ state }: { state: ExportState }) {
  const { phase, problem, unwritable, retryAt } = state
  const left = useClock((now) => (retryAt === null ? '' : String(Math.max(0, Math.ceil((retryAt - now) / 1_000)))))
  if (phase === 'done' || phase === 'kept') {
    return state.completeReason ? <p className="max-w-prose">{sentence(state.completeReason)}</p> : null
  }
  if (unwritable !== null) return <p className="max-w-prose text-fail">{unwritable}</p>
  if (problem === null) return null
  return (
    <p className="max-w-prose">
      <strong className="font-semibold">{`${problem.title}.`}</strong>{' '}
      <span>{`${problem.detail} Rows exported so far are kept.`}</span>
      {retryAt !== null && (
        <>
          {' '}
          <span>Resuming in</span> <span className="number">{`${left} s`}</span>
          <span>.</span>
        </>
      )}
    </p>
  )
}

function Figures({ state }: { state: ExportState }) {
  const { rows, bytes, requests, repeats, slots, seams, activeMs, since } = state
  const workedMs = activeMs + (since === null ? 0 : performance.now() - since)
  useClock((now) => (since === null ? null : String(Math.floor(now / 1_000))))
  return (
    <dl className="facts grid sm:grid-cols-2 sm:gap-x-8 lg:grid-cols-3">
      <Figure name="Rate">
        {rows > 0 && workedMs > 0 ? `${groupDigits(Math.round((rows * 1_000) / workedMs))} rows/s` : '…'}
      </Figure>
      <Figure name="File">{formatBytes(bytes)}</Figure>
      <Figure name="Time">{workedMs < 1_000 ? 'under 1 s' : formatDuration(Math.floor(workedMs / 1_000))}</Figure>
      <Figure name="Requests">{`${groupDigits(requests)} to the indexer`}</Figure>
      <Figure name="Slots">
        {slots === null
          ? '…'
          : slots.from === slots.to
            ? groupDigits(slots.from)
            : `${groupDigits(slots.from)} to ${groupDigits(slots.to)}`}
      </Figure>
      <Figure name="Duplicates">{`${groupDigits(repeats)} removed`}</Figure>
      {seams.length > 0 && <Figure name="Resumed">{seamWords(seams)}</Figure>}
    </dl>
  )
}

function LeftOut({ state: { totals, phase }, hasTotals }: { state: ExportState; hasTotals: boolean }) {
  if (!totals || Object.keys(totals.long).length === 0) return null
  const ended = phase === 'done' || phase === 'kept'
  const where = hasTotals ? ` Exact totals ${ended ? 'are' : 'will be'} at the end of the file.` : ''
  return (
    <p className="max-w-prose">
      <strong className="font-semibold">{`SUM leaves out ${longText(totals.long, ', ')}:`}</strong>{' '}
      <span>{`numbers of more than ${SHEET_DIGITS} digits.${where}`}</span>
    </p>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="number">{children}</dd>
    </div>
  )
}

function seamWords(seams: ExportState['seams']): string {
  const places = seams.slice(-3).map(({ afterRow }) => groupDigits(afterRow))
  const more = seams.length > places.length ? `${groupDigits(seams.length)} times, last ` : ''
  return `${more}after row ${places.join(', ')}`
}

function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${groupDigits(Math.round(bytes / 1_000))} kB`
  return `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
