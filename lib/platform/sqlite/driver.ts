import path from 'node:path'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { bindingAlike } from './bound-values'
import { assertDatabaseFiles } from './regular-file'

/** SQLite before 3.51.3 can corrupt a database in WAL mode. facts/reliability.md 0.8. */
const MIN_SQLITE = [3, 51, 3]

/**
 * Opens a database with the one driver that explorer and indexer use, synchronous. Nothing is read or written yet.
 * @throws Error when there is no driver, its SQLite is too old, the file cannot be opened, or is none.
 */
export function openDatabase(file: string, options: { readOnly?: boolean } = {}): DatabaseSyncInstance {
  if (file !== ':memory:') assertDatabaseFiles(file)
  const { DatabaseSync } = driver()
  // Asked elsewhere: the package closes no connection, and gives back no lock, while one of its statements is in memory.
  const any = new DatabaseSync(':memory:')
  try {
    assertVersion(String(any.prepare('SELECT sqlite_version() AS version').get()?.version))
  } finally {
    any.close()
  }
  return new (bindingAlike(DatabaseSync))(file, options)
}

/**
 * The built-in module where Node has one with a SQLite that is new enough, else a package of the same interface. The one of
 * Node 22 and 23 is an experiment, and prints so in every thread. facts/platform.md 5. Loaded past any bundler, from the
 * folder that the supervisor names or that the process was started in: what the framework builds runs elsewhere, and native
 * code cannot be bundled.
 */
function driver(): typeof import('@photostructure/sqlite') {
  const builtIn =
    Number.parseInt(process.versions.node, 10) >= 24 &&
    process.env.SQLITE_DRIVER !== 'package' &&
    isNewEnough(process.versions.sqlite ?? '')
  const { createRequire } = process.getBuiltinModule('node:module')
  const folder = process.env.LEAFSCAN_ROOT ?? path.dirname(process.argv[1] ?? '')
  return createRequire(path.resolve(folder, 'from-here.js'))(builtIn ? 'node:sqlite' : '@photostructure/sqlite')
}

function assertVersion(version: string): void {
  if (!isNewEnough(version)) {
    throw new Error(`SQLite ${version} is in use, at least ${MIN_SQLITE.join('.')} is needed`)
  }
}

function isNewEnough(version: string): boolean {
  const parts = version.split('.').map(Number)
  const difference = MIN_SQLITE.map((min, i) => (parts[i] ?? 0) - min).find((part) => part !== 0) ?? 0
  return difference >= 0
}
