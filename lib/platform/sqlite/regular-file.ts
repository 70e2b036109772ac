import fs from 'node:fs'
import path from 'node:path'

/** What SQLite keeps beside a database, under its name and these endings. */
const DATABASE_FILES = ['', '-wal', '-shm', '-journal']

/**
 * Makes sure that a name belongs to a file if it exists: opening a pipe would wait for ever, opening a device could do
 * anything.
 * @throws Error that names it and says what it is.
 */
export function assertRegularFile(file: string): void {
  const stats = fs.statSync(file, { throwIfNoEntry: false })
  if (!stats || stats.isFile()) return
  throw new Error(`${path.basename(file)} is a ${kindOf(stats)}, wanted a file`)
}

/**
 * The same for a database with all that lies beside it.
 * @throws Error that names what is no file.
 */
export function assertDatabaseFiles(file: string): void {
  for (const ending of DATABASE_FILES) assertRegularFile(file + ending)
}

function kindOf(stats: fs.Stats): string {
  if (stats.isDirectory()) return 'folder'
  if (stats.isFIFO()) return 'named pipe'
  if (stats.isSocket()) return 'socket'
  return 'device'
}
