import * as packaged from '@photostructure/sqlite'
import { expect, it } from 'vitest'
import { bindingAlike } from './bound-values'

/* The types of Node 20 have no node:sqlite. */
const builtIn = process.getBuiltinModule('node:sqlite') as typeof packaged | undefined
const drivers = Object.entries({ packaged, ...(builtIn && { builtIn }) })
const buffer = Uint8Array.of(9, 1, 2, 3, 4, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9).buffer
const word = Uint8Array.of(1, 2, 3, 4).buffer
const shared = new SharedArrayBuffer(4)
new Uint8Array(shared).set([1, 2, 3, 4])

const EMPTY = {
  'an empty view': new Uint8Array(0),
  'one over an empty buffer': new Uint8Array(new ArrayBuffer(0)),
  'one that a thread received': structuredClone(new Uint8Array(0)),
  'one inside of a buffer': new Uint8Array(buffer, 1, 0),
  'an empty Buffer': Buffer.alloc(0),
  'an empty view of words': new BigUint64Array(new ArrayBuffer(0)),
  'an empty DataView': new DataView(new ArrayBuffer(0)),
  'an empty buffer': new ArrayBuffer(0),
  'an empty shared one': new SharedArrayBuffer(0),
}
const FULL = {
  'bytes inside of a buffer': new Uint8Array(buffer, 1, 4),
  'clamped bytes': new Uint8ClampedArray(buffer, 1, 4),
  'a Buffer': Buffer.from(buffer, 1, 4),
  'a DataView': new DataView(buffer, 1, 4),
  'a view of words': new Uint32Array(word),
  'a buffer': word,
  'a shared one': shared,
}
const OTHERS: [unknown, string][] = [
  [null, 'null '],
  ['', 'text '],
  [0n, 'integer 0'],
  [2n ** 63n - 1n, 'integer 9223372036854775807'],
  [1.5, 'real 1.5'],
]

it.each(drivers)('binds bytes as a blob, in any view or buffer, empty too, by place or name (%s)', (_, driver) => {
  const db = new (bindingAlike(driver.DatabaseSync))(':memory:')
  const places = db.prepare("SELECT ?1 IS NULL AS none, typeof(?1) || ' ' || hex(?1) AS got")
  const names = db.prepare("SELECT typeof(:a) || ' ' || hex(:a) || ' ' || hex(?2) AS got")
  const expected = [
    ...Object.entries(EMPTY).map((each) => [...each, 'blob ']),
    ...Object.entries(FULL).map((each) => [...each, 'blob 01020304']),
  ]
  for (const [name, value, got] of expected) {
    expect([name, places.get(value)]).toEqual([name, { none: 0, got }])
    expect([name, places.all(value)]).toEqual([name, [{ none: 0, got }]])
    expect([name, [...places.iterate(value)]]).toEqual([name, [{ none: 0, got }]])
    expect([name, names.get({ a: value }, value)]).toEqual([name, { got: `${got} ${String(got).slice(5)}` }])
  }
  db.exec('CREATE TABLE given (bytes BLOB NOT NULL)')
  const insert = db.prepare('INSERT INTO given VALUES (?)')
  for (const [, value] of expected) insert.run(value)
  expect(db.prepare('SELECT count(*) AS rows FROM given').get()).toEqual({ rows: expected.length })
  db.close()
})

it.each(drivers)('binds other values as they are, and refuses undefined (%s)', (_, driver) => {
  const db = new (bindingAlike(driver.DatabaseSync))(':memory:')
  const place = db.prepare("SELECT typeof(?1) || ' ' || coalesce(?1, '') AS got")
  const name = db.prepare("SELECT typeof(:a) || ' ' || coalesce(:a, '') AS got")
  for (const [value, got] of OTHERS) {
    expect(place.get(value)).toEqual({ got })
    expect(name.get({ a: value })).toEqual({ got })
  }
  const refusal = 'undefined cannot be bound to a statement'
  expect(() => place.get(undefined)).toThrow(refusal)
  expect(() => name.get({ a: undefined })).toThrow(refusal)
  db.close()
})
