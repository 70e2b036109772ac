import type { Connection, Integers } from './connection'

export interface Schema {
  applicationId: number
  /** Applied in order; `user_version` counts those applied. */
  migrations: readonly string[]
}

/** Recorded by lib/status; the indexer's maintenance commands copy it. The id is "Lfst" in ASCII. */
export const HISTORY_DATABASE = { file: 'status.sqlite', lock: 'status.lock', applicationId: 0x4c667374 }

export type SchemaState = { kind: 'known'; version: number } | { kind: 'newer'; version: number } | { kind: 'foreign' }

export function schemaState<I extends Integers>(db: Connection<I>, { applicationId, migrations }: Schema): SchemaState {
  const application = db.number('PRAGMA application_id')
  const version = db.number('PRAGMA user_version')
  const isEmpty = application === 0 && version === 0 && db.number('SELECT count(*) FROM sqlite_schema') === 0
  if (!isEmpty && application !== applicationId) return { kind: 'foreign' }
  return { kind: version > migrations.length ? 'newer' : 'known', version }
}

export function migrate<I extends Integers>(
  db: Connection<I>,
  { applicationId, migrations }: Schema,
  version: number,
): void {
  if (version === migrations.length) return
  for (const migration of migrations.slice(version)) db.exec(migration)
  db.exec(`PRAGMA user_version = ${migrations.length}; PRAGMA application_id = ${applicationId}`)
}
