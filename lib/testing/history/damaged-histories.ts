import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openDatabase } from '@/lib/platform/sqlite/driver'
import { FILE } from '@/lib/status/history/database'
import { END } from './check-history'
import { recordHistory } from './recorded-history'

export class DamagedHistories {
  readonly good: Buffer
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-damaged-'))

  constructor() {
    const made = this.folder()
    recordHistory(
      made,
      'net',
      [
        { minutes: 90, verdict: 'ok' },
        { minutes: 20, verdict: 'behind', pace: 1 },
        { minutes: 10, verdict: null },
        { minutes: 20, verdict: 'frozen' },
        { minutes: 5, verdict: 'unreachable' },
        { minutes: 30, verdict: 'ok' },
      ],
      { slot: 418_898_761, everySeconds: 60, endMs: END },
    )
    this.good = fs.readFileSync(path.join(made, FILE))
  }

  folder(): string {
    return fs.mkdtempSync(path.join(this.#folder, 'run-'))
  }

  placed(bytes: Buffer): string {
    const place = this.folder()
    fs.writeFileSync(path.join(place, FILE), bytes)
    return place
  }

  withOne(table: string, column: string, value: bigint | string, which: 'min' | 'max'): string {
    const place = this.placed(this.good)
    const db = openDatabase(path.join(place, FILE))
    const row = table === 'network' ? "name = 'net'" : `at = (SELECT ${which}(at) FROM ${table})`
    try {
      db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${row}`).run(value)
    } finally {
      db.close()
    }
    return place
  }

  remove(): void {
    fs.rmSync(this.#folder, { recursive: true, force: true })
  }
}
