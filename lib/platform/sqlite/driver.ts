import path from 'node:path'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { assertDatabaseFiles } from './regular-file'

/** SQLite before 3.51.3 can corrupt a database in WAL mode. facts/reliability.md 0.8. */
const MIN_SQLITE = [3, 51, 3]

/** @throws Error without a driver, with a SQLite too old, or when the file cannot be opened */
export function openDatabase(file: string, options: { readOnly?: boolean } = {}): DatabaseSyncInstance {
  if (file !== ':memory:') assertDatabaseFiles(file)
  const { DatabaseSync } = driver()
  // A separate database: the package keeps a connection and its lock until its statements are garbage-collected.
  const any = new DatabaseSync(':memory:')
  try {
    assertVersion(String(any.prepare('SELECT sqlite_version() AS version').get()?.version))
  } finally {
    any.close()
  }
  return new DatabaseSync(file, options)
}

/**
 * The built-in module if its SQLite is new enough, else a package of the same interface. The module of Node 22 and 23 is
 * experimental and warns in every thread: facts/platform.md 5. Hidden from bundlers: native code cannot be bundled, and the
 * framework's build runs in another folder.
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
