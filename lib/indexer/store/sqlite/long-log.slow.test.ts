import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { openSqlite } from './open'

const READERS = `
  const { DatabaseSync } = require('@photostructure/sqlite')
  const [a, b] = [1, 2].map(() => new DatabaseSync(process.argv[1], { readOnly: true }))
  const begin = (db) => db.exec('BEGIN; SELECT slot FROM store')
  begin(a)
  console.log('reading')
  const turn = (db, other) => {
    begin(other)
    db.exec('COMMIT')
    setTimeout(turn, 5, other, db)
  }
  turn(a, b)`

const MIB = 1_048_576

it('begins the log anew though there is always somebody in it', { timeout: 120_000 }, () =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'store.sqlite')
    const store = openSqlite(file, { ledger: 'read all the time', programIds: {} })
    await store.run('CREATE TABLE filler (bytes)')
    const readers = spawn(process.execPath, ['-e', READERS, file], { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      await once(readers.stdout, 'data')
      for (let written = 0; written < 512; written += 8) {
        await store.write(async (db) => {
          await db.run('DELETE FROM filler')
          await db.run('INSERT INTO filler VALUES (zeroblob(?))', BigInt(8 * MIB))
        })
        await store.tidy()
      }
      expect(fs.statSync(`${file}-wal`).size).toBeLessThan(256 * MIB)
    } finally {
      readers.kill()
      await once(readers, 'exit')
      await store.close()
    }
  }),
)
