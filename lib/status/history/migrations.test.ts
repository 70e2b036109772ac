import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { folderOfTest } from '@/lib/testing/of-test'
import { openConnection } from '../../platform/sqlite/connection'
import { migrate, type Schema } from '../../platform/sqlite/schema'
import { FILE, type HistoryDatabase, MIGRATIONS, openToRead, openToWrite } from './database'
import { maintenanceIn } from './notes'

let folder: string

beforeEach(() => {
  folder = folderOfTest()
})

function madeBy(versions: number): HistoryDatabase {
  const db = openConnection(path.join(folder, FILE), { integers: 'number', busyMs: 0, foldsLog: true })
  const schema: Schema = { applicationId: 0x4c667374, migrations: MIGRATIONS.slice(0, versions) }
  migrate(db, schema, 0)
  return db
}

test('a history of the first version is brought up to date with all that it told of changes', () => {
  const old = madeBy(1)
  old.exec(`
    INSERT INTO network VALUES (1, 'a'), (2, 'b');
    INSERT INTO turn VALUES (1, 1000, 'ok', 'one'), (1, 2000, 'behind', 'two'), (1, 3000, NULL, ''), (1, 4000, 'behind', 'three'),
      (1, 5000, NULL, ''), (1, 6000, 'ok', 'four'), (1, 7000, 'frozen', 'five'), (2, 1500, 'ok', 'six');`)
  old.close()
  expect(openToRead(folder)).toBeNull()
  const db = openToWrite(folder, 44_000_000)
  const rows = db.all('SELECT * FROM change ORDER BY network, confirmed_at')
  expect(
    rows.map(({ network, at, confirmed_at, before, verdict, summary }) => {
      return [network, at, confirmed_at, before, verdict, summary]
    }),
  ).toEqual([
    [1, 1000, 1000, null, 'ok', 'one'],
    [1, 2000, 2000, 'ok', 'behind', 'two'],
    // The same verdict after a gap is no change; another one is, with no known predecessor.
    [1, 6000, 6000, null, 'ok', 'four'],
    [1, 7000, 7000, 'ok', 'frozen', 'five'],
    [2, 1500, 1500, null, 'ok', 'six'],
  ])
  expect(db.number('SELECT count(*) FROM turn')).toBe(8)
  expect(db.all('SELECT * FROM announced')).toEqual([])
  const incidents = db.all('SELECT * FROM incident ORDER BY network, at')
  expect(incidents.map((row) => [row.network, row.at, row.began_at, row.confirmed_at, row.ended_at, row.seen])).toEqual(
    [
      [1, 2000, 2000, 2000, 6000, null],
      [1, 7000, 7000, 7000, null, null],
    ],
  )
  db.close()
})

test('what an earlier version kept of an indexer’s words is dropped, and its months', () => {
  const old = madeBy(2)
  old.exec(`
    CREATE TABLE month (network INTEGER NOT NULL) STRICT;
    INSERT INTO turn VALUES (1, 1000, 'ok', 'Indexer healthy.'), (1, 2000, 'behind', 'Indexer unhealthy: The indexer says: key K');
    INSERT INTO change VALUES (1, 2000, 2000, 'ok', 'behind', 'Indexer unhealthy: The indexer says: key K');
    INSERT INTO look VALUES (1, 2000, 'behind', 'behind', 5, NULL, 'The indexer says: key K', 1, NULL, 5000);`)
  old.close()
  const db = openToWrite(folder, 44_000_000)
  const unhealthy = 'Indexer unhealthy: The indexer answered with an error.'
  expect(db.all('SELECT summary FROM turn ORDER BY at').map(({ summary }) => summary)).toEqual([
    'Indexer healthy.',
    unhealthy,
  ])
  expect(db.get('SELECT summary FROM change')?.summary).toBe(unhealthy)
  expect(db.get('SELECT text FROM look')?.text).toBe('The indexer answered with an error.')
  expect(db.number("SELECT count(*) FROM sqlite_schema WHERE name = 'month'")).toBe(0)
  db.close()
})

test('maintenance windows are cut to the range and joined; acknowledgements and other networks are none', () => {
  const db = madeBy(MIGRATIONS.length)
  const window = (network: string | null, from: number, to: number, kind = 'maintenance') =>
    db.run(
      'INSERT INTO maintenance (network, kind, from_at, to_at, note, created_at) VALUES (?, ?, ?, ?, ?, 0)',
      network,
      kind,
      from,
      to,
      '',
    )
  window('a', 50, 150)
  window(null, 140, 200)
  window('a', 200, 210)
  window('a', 160, 170)
  window('a', 300, 300)
  window('a', 390, 500)
  window('b', 220, 280)
  window('a', 220, 280, 'acknowledgement')
  expect(maintenanceIn(db, 'a', { fromMs: 100, toMs: 400 })).toEqual([
    { fromMs: 100, toMs: 210 },
    { fromMs: 390, toMs: 400 },
  ])
  expect(maintenanceIn(db, 'c', { fromMs: 100, toMs: 400 })).toEqual([{ fromMs: 140, toMs: 200 }])
  expect(maintenanceIn(db, 'a', { fromMs: 210, toMs: 390 })).toEqual([])
  db.close()
})
