import fs from 'node:fs'
import path from 'node:path'

const DATABASE_FILES = ['', '-wal', '-shm', '-journal']

/** @throws Error unless unused or a regular file: opening a pipe would block forever, a device could do anything */
export function assertRegularFile(file: string): void {
  const stats = fs.statSync(file, { throwIfNoEntry: false })
  if (!stats || stats.isFile()) return
  throw new Error(`${path.basename(file)} is a ${kindOf(stats)}, wanted a file`)
}

export function assertDatabaseFiles(file: string): void {
  for (const ending of DATABASE_FILES) assertRegularFile(file + ending)
}

function kindOf(stats: fs.Stats): string {
  if (stats.isDirectory()) return 'folder'
  if (stats.isFIFO()) return 'named pipe'
  if (stats.isSocket()) return 'socket'
  return 'device'
}
