import { identityColumn, identityColumnIndex } from '@/lib/account/file-columns'
import type { ExportFormat } from '@/lib/api/file-format'
import { csvFields, csvRecords } from '@/lib/format/csv'
import type { RowsName } from '@/lib/protocol/rpc/items'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * Rows already in the file. The explorer removes repeats within one reading, but a list may shift between an interruption and
 * the resumption.
 */
export class SeenRows {
  readonly #seen = new Set<string>()

  constructor(
    private readonly rows: RowsName,
    private readonly format: ExportFormat,
  ) {}

  leaveOut(bytes: Uint8Array<ArrayBuffer>): { bytes: Uint8Array<ArrayBuffer>; repeats: string[] } {
    const text = decoder.decode(bytes)
    const rows = this.format === 'csv' ? csvRecords(text) : text.split(/(?<=\n)/)
    const fresh: string[] = []
    const repeats: string[] = []
    for (const row of rows) (this.#isNew(this.#identityOf(row)) ? fresh : repeats).push(row)
    return { bytes: repeats.length === 0 ? bytes : encoder.encode(fresh.join('')), repeats }
  }

  #isNew(identity: string): boolean {
    if (this.#seen.has(identity)) return false
    this.#seen.add(identity)
    return true
  }

  #identityOf(row: string): string {
    if (this.format === 'csv') return csvFields(row)[identityColumnIndex(this.rows)] ?? row
    let value: unknown = JSON.parse(row)
    for (const name of identityColumn[this.rows].split('.')) value = (value as Record<string, unknown>)[name]
    return String(value)
  }
}
