import type { DatabaseSyncInstance } from '@photostructure/sqlite'

/** Statements at which a process can be made to die, on SQLite. facts/reliability.md (c) D02. */
export const FATAL_POINTS: Record<string, FatalPoint> = {
  'before the transaction': { sql: /^BEGIN IMMEDIATE/, when: 'before' },
  'begun, nothing written': { sql: /^BEGIN IMMEDIATE/, when: 'after' },
  'after the row of the block': { sql: /^INSERT INTO blocks/, when: 'after' },
  'among the accounts': { sql: /^INSERT INTO accounts/, when: 'after' },
  'among the spent accounts': { sql: /^UPDATE accounts SET spent = 1/, when: 'after' },
  'in the note of a spent account': { sql: /^INSERT INTO undo_spent/, when: 'after' },
  'among the pairs': { sql: /^INSERT INTO account_transactions/, when: 'after' },
  'after the slot reached': { sql: /^UPDATE store SET slot = \?1/, when: 'after' },
  'before the commit': { sql: /^COMMIT/, when: 'before' },
  'after the commit': { sql: /^COMMIT/, when: 'after' },
  'before the log is folded in': { sql: /^PRAGMA wal_checkpoint\(PASSIVE\)/, when: 'before' },
  'after the log is folded in': { sql: /^PRAGMA wal_checkpoint\(PASSIVE\)/, when: 'after' },
  'in an undo, pairs gone': { sql: /^DELETE FROM account_transactions/, when: 'after' },
  'in an undo, accounts gone': { sql: /^DELETE FROM accounts/, when: 'after' },
  'in an undo, before spent marks': { sql: /^UPDATE accounts SET spent = 0/, when: 'before' },
  'in an undo, slot set back': { sql: /^UPDATE store SET slot = \?$/, when: 'after' },
  'in an undo, journal gone': { sql: /^DELETE FROM blocks WHERE slot >/, when: 'after' },
  'in a migration': { sql: /CREATE TABLE blocks/, when: 'after' },
  'after the version of a migration': { sql: /user_version = \d/, when: 'after' },
}

/** On PostgreSQL, statements that are not awaited are only sent by then. */
export const FATAL_POINTS_POSTGRES: Record<string, FatalPoint> = {
  'before the transaction': { sql: /^BEGIN$/, when: 'before' },
  'begun, nothing written': { sql: /^BEGIN$/, when: 'after' },
  'after the row of the block': { sql: /^INSERT INTO blocks/, when: 'after' },
  'among the accounts': { sql: /^INSERT INTO accounts/, when: 'after' },
  'among the spent accounts': { sql: /^UPDATE accounts SET spent = 1/, when: 'after' },
  'among the pairs': { sql: /^INSERT INTO account_transactions/, when: 'after' },
  'after the slot reached': { sql: /^UPDATE store SET slot = \$1 WHERE/, when: 'after' },
  'before the commit': { sql: /^COMMIT/, when: 'before' },
  'the commit is sent': { sql: /^COMMIT/, when: 'sent' },
  'after the commit': { sql: /^COMMIT/, when: 'after' },
  'in an undo, pairs gone': { sql: /^DELETE FROM account_transactions/, when: 'after' },
  'in an undo, accounts gone': { sql: /^DELETE FROM accounts/, when: 'after' },
  'in an undo, slot set back': { sql: /^UPDATE store SET slot = \$1$/, when: 'after' },
  'in a migration': { sql: /CREATE TABLE blocks/, when: 'after' },
  'after the version of a migration': { sql: /^INSERT INTO schema_version/, when: 'after' },
}

export interface FatalPoint {
  sql: RegExp
  /** `sent`: the server has the statement, and no answer is awaited. */
  when: 'before' | 'sent' | 'after'
}

export async function dieAtQuery(point: FatalPoint, times: number): Promise<void> {
  const { default: pg } = await import('pg')
  let hits = 0
  const original = pg.Client.prototype.query as (...words: unknown[]) => Promise<unknown>
  replace(pg.Client.prototype, 'query', function query(this: unknown, ...words: unknown[]) {
    const [config] = words
    const text = typeof config === 'string' ? config : (config as { text: string }).text
    if (!point.sql.test(text.trim()) || ++hits < times) return original.apply(this, words)
    if (point.when === 'before') return die()
    const answer = original.apply(this, words)
    if (point.when === 'after') return answer.then(die, die)
    // Writes leave the process in this turn.
    setImmediate(die)
    return answer
  })
}

export function dieAtStatement(point: FatalPoint, times: number): (db: DatabaseSyncInstance) => void {
  let hits = 0
  const around = <T>(sql: string, run: () => T): T => {
    if (!point.sql.test(sql.trim()) || ++hits < times) return run()
    if (point.when === 'after') run()
    return die()
  }
  return (db) => {
    const exec = db.exec.bind(db)
    const prepare = db.prepare.bind(db)
    replace(db, 'exec', (sql: string) => around(sql, () => exec(sql)))
    replace(db, 'prepare', (sql: string) => {
      const statement = prepare(sql)
      for (const way of ['run', 'get', 'all'] as const) {
        const original = statement[way].bind(statement)
        replace(statement, way, (...values: unknown[]) => around(sql, () => original(...values)))
      }
      return statement
    })
  }
}

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}

/** The driver's own methods can only be shadowed, not overwritten. */
function replace(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value })
}
