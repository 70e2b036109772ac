import { expect, it } from 'vitest'
import type { RowsStatement } from '../store'
import { rowsToPostgres, toPostgres } from './dialect'

it.each([
  ['SELECT ? FROM t WHERE a = ?', 'SELECT $1 FROM t WHERE a = $2'],
  ['UPDATE store SET slot = ?1 WHERE slot < ?1', 'UPDATE store SET slot = $1 WHERE slot < $1'],
  ['WHERE a = ?12 AND b = ?3', 'WHERE a = $12 AND b = $3'],
  ['FROM accounts INDEXED BY accounts_by_owner\n  WHERE owner = ?', 'FROM accounts\n  WHERE owner = $1'],
  ['FROM a CROSS JOIN b ON b.id = c', 'FROM a JOIN b ON b.id = c'],
  ['SELECT hex(a.hash) AS name', "SELECT encode(a.hash, 'hex') AS name"],
  ['length(CAST(?2 AS BLOB))', 'length(CAST($2 AS bytea))'],
  ['SELECT a CROSS JOIN b', 'SELECT a CROSS JOIN b'],
])('%s becomes %s', (ours, theirs) => {
  expect(toPostgres(ours)).toBe(theirs)
})

it('rows that are given come as one array for each column', () => {
  const statement: RowsStatement = {
    columns: { id: 'integer', hash: 'bytes', name: 'text' },
    sql: (given) => `INSERT INTO t SELECT id, hash, name FROM ${given}`,
  }
  expect(rowsToPostgres(statement)).toBe(
    'INSERT INTO t SELECT id, hash, name FROM unnest($1::bigint[], $2::bytea[], $3::text[]) AS given(id, hash, name)',
  )
})
