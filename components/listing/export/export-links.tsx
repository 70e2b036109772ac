import { FORMATS } from '@/lib/api/file-format'
import { exportPath } from '@/lib/listing/export/export-path'
import type { RowsName } from '@/lib/protocol/rpc/items'
import type { ListMethod, Params } from '@/lib/protocol/rpc/methods'
import { ExportOpener } from './export-opener'

const EXPORT_ID = 'export'

/** Plain links: work without scripts. */
export function ExportMenu<M extends ListMethod>({
  method,
  params,
  network,
  what,
}: {
  method: M
  params: Params<M>
  network: string
  what: string
}) {
  return (
    <details className="of-rows sm:relative">
      <summary className="button button-quiet list-none">
        Export <span aria-hidden="true">▾</span>
      </summary>
      <ul className="panel absolute z-10 mt-1 w-64 p-1 text-sm shadow-lg max-sm:end-0 sm:end-0">
        {FORMATS.map((format) => (
          <li key={format}>
            <a
              href={exportPath(method, params, network, format)}
              download
              rel="nofollow"
              className="block rounded px-3 py-1.5 text-ink no-underline hover:bg-sunken"
            >
              <span>{format.toUpperCase()}</span>
              <span className="block text-xs text-muted">{`All ${what}`}</span>
            </a>
          </li>
        ))}
        <li className="needs-script">
          <a href={`#${EXPORT_ID}`} className="block rounded px-3 py-1.5 text-ink no-underline hover:bg-sunken">
            More options
            <span className="block text-xs text-muted">Part of the list, progress, resume</span>
          </a>
        </li>
      </ul>
    </details>
  )
}

/**
 * Links that download the whole list from the server without scripts, and a button for the export panel. features.md a20 to
 * a22.
 */
export function ExportLinks<M extends ListMethod>({
  method,
  rows,
  params,
  network,
  what,
  rowsBefore,
  callsPerSecond,
}: {
  method: M
  rows: RowsName
  params: Params<M>
  network: string
  what: string
  /** Rows on previous pages; null: unknown. */
  rowsBefore: number | null
  callsPerSecond: number | null
}) {
  return (
    <div
      id={EXPORT_ID}
      className={`mt-6 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted ${rowsBefore === 0 ? 'of-rows' : ''}`}
    >
      <ExportOpener {...{ method, rows, params, network, what, rowsBefore, callsPerSecond }}>
        <span>{`Download all ${what}:`}</span>
        <span className="flex gap-3">
          {FORMATS.map((format) => (
            <a key={format} href={exportPath(method, params, network, format)} download rel="nofollow">
              {format.toUpperCase()}
            </a>
          ))}
        </span>
      </ExportOpener>
    </div>
  )
}
