/** The formats of exported files. */
export const FORMATS = ['csv', 'ndjson'] as const
/** A format of exported files. */
export type ExportFormat = (typeof FORMATS)[number]

/** The Content-Type of each format. */
export const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
}
