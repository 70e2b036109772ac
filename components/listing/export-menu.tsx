import { EXPORT_FORMATS } from '@/lib/api/file-format'
import { capitalize } from '@/lib/format/text'
import { type ExportPart, exportPath } from '@/lib/listing/export/export-path'
import { type ListMethod, type Params, rowsNameOf } from '@/lib/protocol/rpc/methods'
import * as words from './words-server'

/** Plain links to files that the server writes: they work without scripts. features.md a20 to a24. */
export function ExportMenu<M extends ListMethod>({
  method,
  params,
  network,
  what,
  here,
}: {
  method: M
  params: Params<M>
  network: string
  what: string
  /** Cursor before the first row of the page; null: unknown. */
  here: string | null
}) {
  const limit = params.limit ?? null
  const files: { name: string; about: string; part: ExportPart; shown?: boolean }[] = [
    { name: 'All rows', about: capitalize(what), part: {} },
    { name: 'From here on', about: words.fromHere, part: { from: here }, shown: Boolean(params.cursor) },
    { name: 'This page', about: words.onePage, part: { from: here, limit }, shown: limit !== null },
    {
      name: 'With proof',
      about: words.withProof,
      part: { proof: true },
      shown: rowsNameOf(method) !== 'signatures',
    },
    { name: 'Bare', about: words.bare, part: { comments: false } },
  ]
  return (
    <details className="of-rows sm:relative">
      <summary className="button button-quiet list-none">
        Export <span aria-hidden="true">▾</span>
      </summary>
      <ul className="panel absolute z-10 mt-1 w-72 px-3 py-1 text-sm shadow-lg max-sm:end-0 sm:end-0">
        {files
          .filter(({ shown = true }) => shown)
          .map(({ name, about, part }) => (
            <li key={name} className="flex items-center gap-3 py-1.5">
              <span className="flex-1">
                <span>{name}</span>
                <span className="block text-xs text-muted">{about}</span>
              </span>
              {EXPORT_FORMATS.map((format) => (
                <a
                  key={format}
                  href={exportPath(method, params, network, format, part)}
                  download
                  rel="nofollow"
                  aria-label={`${format.toUpperCase()}: ${name}`}
                >
                  <span>{format.toUpperCase()}</span>
                </a>
              ))}
            </li>
          ))}
      </ul>
    </details>
  )
}
