import { expect, test } from 'vitest'
import { COLUMNS, columnNames, withoutColumns } from './columns'

test('columns that are not chosen are left out, in their order', () => {
  expect(withoutColumns('accounts', ['hash', 'lamports', 'slot'])).toBe('address data leaf tree')
  expect(withoutColumns('signatures', ['signature', 'slot'])).toBe('time')
})

test('all are shown where nothing is chosen, or everything', () => {
  expect(withoutColumns('accounts', null)).toBeNull()
  expect(withoutColumns('accounts', columnNames('accounts'))).toBeNull()
})

test('the column that says which row it is stays, whatever is chosen', () => {
  for (const table of Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]) {
    const [identity = '', ...others] = columnNames(table)
    expect(withoutColumns(table, [])).toBe(others.join(' '))
    expect(withoutColumns(table, [])?.split(' ')).not.toContain(identity)
  }
})
