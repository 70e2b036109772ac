import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { inFolder } from '@/lib/testing/indexer/indexer-process'
import { openDatabase } from '../../../platform/sqlite/driver'
import { quickCheck } from './quick-check'
import { storageProblem } from './storage-problem'

function thrown(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

it.each(['all', 'get', 'run', 'exec'] as const)('knows damage that %s meets, whatever the driver says of it', (way) =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'database')
    const made = openDatabase(file)
    made.exec('PRAGMA page_size = 4096; CREATE TABLE a (x); INSERT INTO a VALUES (zeroblob(100000))')
    made.close()
    const bytes = fs.readFileSync(file)
    fs.writeFileSync(file, Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 0xaa)]))
    const db = openDatabase(file)
    const sql = 'SELECT x FROM a'
    const error = thrown(() => (way === 'exec' ? db.exec(sql) : db.prepare(sql)[way]()))
    expect(storageProblem(error)).toBe('the store is damaged')
    db.close()
    expect(quickCheck(file)).not.toBeNull()
  }),
)

it('knows a file that is no database', () =>
  inFolder(async (folder) => {
    const file = path.join(folder, 'database')
    fs.writeFileSync(file, 'no database, and long enough to be read as one'.repeat(200))
    const db = openDatabase(file)
    expect(storageProblem(thrown(() => db.prepare('SELECT * FROM sqlite_schema').all()))).toBe('the store is damaged')
    db.close()
    expect(quickCheck(file)).toBe('file is not a database')
  }))

it('says nothing of a statement that is wrong, nor of what is no word of SQLite', () => {
  const db = openDatabase(':memory:')
  expect(storageProblem(thrown(() => db.prepare('SELECT y FROM a').all()))).toBeNull()
  expect(storageProblem(new Error('database disk image is malformed'))).toBeNull()
  db.close()
})
