'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { CONTENT_TYPES, type ExportFormat, FORMATS } from '@/lib/api/file-format'
import { rpcQuery } from '@/lib/api/query'
import { SHEET_DIGITS } from '@/lib/format/csv'
import { counted, groupDigits } from '@/lib/format/numbers'
import { longText, type RowTotals, Totals } from '@/lib/listing/export/totals'
import type { RowsName } from '@/lib/protocol/rpc/items'
import type { ListMethod, Params } from '@/lib/protocol/rpc/methods'
import { estimate } from './estimate'
import { ExportJob, type ExportJobOptions } from './export-job'
import { ExportRun } from './export-run'
import { exportWords } from './export-words'
import { openSink } from './file-sink'
import { guardLeaving } from './guard-leaving'

export interface ExportPanelProps {
  method: ListMethod
  rows: RowsName
  params: Params<ListMethod>
  network: string
  what: string
  /** Rows on previous pages; null: unknown. */
  rowsBefore: number | null
  callsPerSecond: number | null
}

type Scope = 'all' | 'here' | 'page'

const clock = { ms: () => performance.now(), epochMs: () => Date.now() }

/** By list. Exports outlive the page and are shown again on return. */
const jobs = new Map<string, ExportJob>()

/** The export dialog. features.md a20 to a24. */
export function ExportPanel(props: ExportPanelProps) {
  const { method, params, network, what } = props
  const { cursor: _, limit: __, ...list } = params
  const key = JSON.stringify([network, method, list])
  const [job, setJob] = useState(() => jobs.get(key))
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()

  const shownJob = useRef(job)
  useEffect(() => {
    if (shownJob.current === job) return
    shownJob.current = job
    heading.current?.focus({ preventScroll: true })
  }, [job])

  function begin(started: ExportJob) {
    jobs.set(key, started)
    guardLeaving(started)
    started.resume()
    setJob(started)
  }

  return (
    <section aria-labelledby={id} className="panel mt-2 w-full p-4 text-ink">
      <h2 id={id} ref={heading} tabIndex={-1} className="text-base">
        {`Export ${what}`}
      </h2>
      {job ? (
        <ExportRun
          job={job}
          onAnother={() => {
            jobs.delete(key)
            setJob(undefined)
          }}
        />
      ) : (
        <ExportForm {...props} onBegin={begin} />
      )}
      <Announcer job={job} />
    </section>
  )
}

function ExportForm({ onBegin, ...props }: ExportPanelProps & { onBegin(job: ExportJob): void }) {
  const { method, rows, params, network, rowsBefore, callsPerSecond } = props
  const page = useQueryClient().getQueryData(rpcQuery(method, params, network).queryKey)
  const [scope, setScope] = useState<Scope>('all')
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [proof, setProof] = useState(false)
  const [bare, setBare] = useState(false)
  const items = page?.result.value.items
  const shown = items?.length ?? 0
  const long = items && new Totals(rows, params).addRows(items).read().long
  const ended = page !== undefined && page.result.value.cursor === null
  const here = params.cursor ?? null
  const total = ended && rowsBefore !== null ? rowsBefore + shown : null
  const expected = scope === 'page' || (scope === 'here' && ended) ? shown : scope === 'here' ? null : total

  async function begin() {
    const options: ExportJobOptions = {
      method,
      rows,
      params,
      network,
      format,
      // New rows shift a first page; the cursor `here` keeps its rows.
      from: scope === 'all' ? null : (here ?? (scope === 'page' ? (page?.meta.here ?? null) : null)),
      limit: scope === 'page' ? (params.limit ?? null) : null,
      expected,
      proof,
      comments: !bare,
    }
    const sink = await openSink(ExportJob.nameOf(options, clock), CONTENT_TYPES[format], scope !== 'page')
    if (sink) onBegin(new ExportJob(options, sink, clock))
  }

  return (
    <div className="mt-3 grid gap-4 text-sm">
      <div className="grid gap-4 sm:grid-cols-2">
        <fieldset className="grid content-start gap-1">
          <legend className="eyebrow pb-1">Rows</legend>
          <Choice name="scope" checked={scope === 'all'} onChoose={() => setScope('all')}>
            {`All rows${total !== null ? `: ${groupDigits(total)}` : ''}`}
          </Choice>
          {here !== null && (
            <Choice name="scope" checked={scope === 'here'} onChoose={() => setScope('here')}>
              {`From this page on${rowsBefore !== null ? `: row ${groupDigits(rowsBefore + 1)} to the last` : ''}`}
            </Choice>
          )}
          {shown > 0 && (
            <Choice name="scope" checked={scope === 'page'} onChoose={() => setScope('page')}>
              {`This page: ${
                rowsBefore === null
                  ? counted(shown, 'row')
                  : `rows ${groupDigits(rowsBefore + 1)} to ${groupDigits(rowsBefore + shown)}`
              }`}
            </Choice>
          )}
        </fieldset>
        <fieldset className="grid content-start gap-1">
          <legend className="eyebrow pb-1">Format</legend>
          {FORMATS.map((each) => (
            <Choice key={each} name="format" checked={format === each} onChoose={() => setFormat(each)}>
              {`${each.toUpperCase()}: ${FOR[each]}`}
            </Choice>
          ))}
        </fieldset>
      </div>
      <div className="grid gap-1">
        {rows !== 'signatures' && (
          <Check checked={proof} onChange={setProof}>
            Check each row against its hash: a column “proof”
          </Check>
        )}
        <Check checked={bare} onChange={setBare}>
          {format === 'csv' ? 'Only column names and rows, no # lines' : 'Only rows, without first and last line'}
        </Check>
      </div>
      {format === 'csv' && rows !== 'signatures' && (
        <p className="max-w-prose">
          <strong className="font-semibold">{`SUM leaves out numbers of more than ${SHEET_DIGITS} digits:`}</strong>{' '}
          <span>{`a spreadsheet keeps them as text.${onThisPage(long)}${bare ? '' : ' The file ends with exact totals.'}`}</span>
        </p>
      )}
      <p className="max-w-prose text-muted">
        {scope === 'page'
          ? 'This page’s rows from cache, or one request to the indexer.'
          : estimate(expected, callsPerSecond)}
      </p>
      <p>
        <button type="button" className="button" onClick={() => void begin()}>
          Start
        </button>
      </p>
    </div>
  )
}

function onThisPage(long: RowTotals['long'] | undefined): string {
  if (!long) return ''
  return Object.keys(long).length === 0 ? ' This page has none.' : ` This page has ${longText(long, ', ')}.`
}

const FOR: Readonly<Record<ExportFormat, string>> = {
  csv: 'for spreadsheets',
  ndjson: 'for programs, one JSON row per line',
}

function Check({
  checked,
  onChange,
  children,
}: {
  checked: boolean
  onChange(checked: boolean): void
  children: React.ReactNode
}) {
  return (
    <label className="flex min-h-6 items-baseline gap-2">
      <input
        type="checkbox"
        className="accent-leaf"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{children}</span>
    </label>
  )
}

function Choice({
  name,
  checked,
  onChoose,
  children,
}: {
  name: string
  checked: boolean
  onChoose(): void
  children: React.ReactNode
}) {
  return (
    <label className="flex min-h-6 items-baseline gap-2">
      <input type="radio" name={name} className="accent-leaf" checked={checked} onChange={onChoose} />
      <span>{children}</span>
    </label>
  )
}

/** Start, interruptions, resumption and end; never the numbers. */
function Announcer({ job }: { job: ExportJob | undefined }) {
  const words = useSyncExternalStore(
    (listener) => job?.subscribe(listener) ?? (() => {}),
    () => (job ? exportWords(job.read()).announcement : ''),
  )
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  )
}
