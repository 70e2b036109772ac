import type { Connection, Integers } from './connection'

/** A database as one of ours: how its header names it, and what brings it to the present form. */
export interface Schema {
  /** `application_id`: tells the database from others. */
  applicationId: number
  /** One after the other; the schema version (`user_version`) is how many of them a file has seen. */
  migrations: readonly string[]
}

/** What the header of a database says. */
export type SchemaState =
  /** Of a version that this program knows: 0 for an empty file. */
  | { kind: 'known'; version: number }
  /** Of a version that only a later program knows. */
  | { kind: 'newer'; version: number }
  /** A database of something else. */
  | { kind: 'foreign' }

/** Reads what database it is. @throws Error, SQLite's own, when it cannot be read. */
export function schemaState<I extends Integers>(db: Connection<I>, { applicationId, migrations }: Schema): SchemaState {
  const application = db.number('PRAGMA application_id')
  const version = db.number('PRAGMA user_version')
  const isEmpty = application === 0 && version === 0 && db.number('SELECT count(*) FROM sqlite_schema') === 0
  if (!isEmpty && application !== applicationId) return { kind: 'foreign' }
  return { kind: version > migrations.length ? 'newer' : 'known', version }
}

/** Runs the migrations that a database of that version has not seen, inside the caller's transaction. */
export function migrate<I extends Integers>(
  db: Connection<I>,
  { applicationId, migrations }: Schema,
  version: number,
): void {
  if (version === migrations.length) return
  for (const migration of migrations.slice(version)) db.exec(migration)
  db.exec(`PRAGMA user_version = ${migrations.length}; PRAGMA application_id = ${applicationId}`)
}
