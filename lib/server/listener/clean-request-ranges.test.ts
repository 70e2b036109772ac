import fs from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readFileSizes, seeToRange } from './clean-request'

const SIZE = 100

function fate(headers: IncomingHttpHeaders, method = 'GET', size: number | null = SIZE) {
  const copy = { ...headers }
  const refused = seeToRange(method, copy, size ?? undefined)
  if (refused) return [refused.status, refused.headers['content-range']]
  return copy.range === undefined ? 'whole' : 'kept'
}

test.each([
  'bytes=0-',
  'bytes=0-0',
  'bytes=99-',
  'bytes=0-999999999999',
  'bytes=-1',
  'bytes=-100',
  'bytes=0-9, 20-29',
  'bytes=100-,0-0',
])('a range that the file has some of is the framework’s: %s', (range) => expect(fate({ range })).toBe('kept'))

test.each(['bytes=100-', 'bytes=100-200', 'bytes=99999999-', 'bytes=-0', 'bytes=-0,100-', `bytes=${'9'.repeat(400)}-`])(
  'a range that the file has nothing of gets 416 and the size: %s',
  (range) => expect(fate({ range })).toEqual([416, 'bytes */100']),
)

test.each([
  'bytes=',
  'bytes=-',
  'bytes=a-b',
  'bytes=5-2',
  'bytes=0-9,',
  'bytes=0-9,x',
  'bytes=-101',
  'bytes=1.5-2',
  'bytes=0x1-',
  'bytes=--1',
  'bytes=+1-2',
  'items=0-9',
  'Bytes=0-9',
  '0-9',
  '',
])('a range that is none, or that the framework cannot meet, is passed over: %j', (range) => {
  expect(fate({ range })).toBe('whole')
})

test('an empty file has no bytes for a range', () => {
  expect(fate({ range: 'bytes=0-' }, 'GET', 0)).toEqual([416, 'bytes */0'])
  expect(fate({ range: 'bytes=-1' }, 'GET', 0)).toBe('whole')
})

test('a range of no file, or of another method, is passed over', () => {
  expect(fate({ range: 'bytes=0-9' }, 'GET', null)).toBe('whole')
  expect(fate({ range: 'bytes=0-9' }, 'HEAD')).toBe('whole')
  expect(fate({ accept: '*/*' })).toBe('whole')
})

test.each(['if-range', 'if-none-match', 'if-modified-since'])(
  'a condition comes before 416: with %s the whole file is the answer, unless it is the reader’s already',
  (name) => expect(fate({ range: 'bytes=100-', [name]: '"x"' })).toBe('whole'),
)

test('the sizes are those of the build’s files, by their paths in addresses', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'leafscan-sizes-'))
  fs.mkdirSync(path.join(folder, '.next/static/chunks'), { recursive: true })
  fs.writeFileSync(path.join(folder, '.next/static/chunks/a.js'), 'x'.repeat(7))
  expect(readFileSizes(folder)).toEqual(new Map([['/_next/static/chunks/a.js', 7]]))
  fs.rmSync(folder, { recursive: true })
})
