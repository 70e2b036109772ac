import path from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { AccountItem } from '@/lib/protocol/rpc/items'
import { readRecording } from '@/lib/testing/recordings/files'
import { rowsOf } from '@/lib/testing/recordings/rows'
import { hashOf } from '@/lib/testing/stand-in/fixtures'
import { bundleServer } from '@/scripts/bundle.mjs'
import { wrongRowsOf } from '../../upstream/indexer/wrong-rows'
import { Proofs } from './proofs'

const FILE = path.resolve(import.meta.dirname, '../../../dist/server-thread.mjs')
let proofs: Proofs
let rows: AccountItem[]

beforeAll(async () => {
  await bundleServer()
  const recorded = await rowsOf(readRecording('v2-state-tree'))
  rows = recorded.filter((row): row is AccountItem => 'hash' in row)
})
beforeEach(() => {
  proofs = new Proofs(FILE)
})
afterEach(() => proofs.close())

const matches = { result: 'matches', reason: 'content' }
const differs = { result: 'differs', reason: 'account' }

test('are made in another thread, in the order of the rows', async () => {
  const lie = rows.map((row, i) => (i === 20 ? { ...row, lamports: row.lamports + 1n } : row))
  expect(await proofs.of('near', lie)).toEqual(rows.map((_, i) => (i === 20 ? differs : matches)))
  expect(proofs.counts()).toEqual(new Map([['near', { matches: rows.length - 1, differs: 1, cannot_tell: 0 }]]))
  expect([wrongRowsOf('near'), wrongRowsOf('far')]).toEqual([1, 0])
})

test('count wrong rows against the indexer that gave them, and against each that gives them again', async () => {
  const lie = rows.slice(0, 2).map((row) => ({ ...row, lamports: row.lamports + 2n }))
  await proofs.of('two', lie, { indexer: 'two#2' })
  expect([wrongRowsOf('two#1'), wrongRowsOf('two#2')]).toEqual([0, 2])
  await proofs.of('two', lie.slice(1), { indexer: 'two#1' })
  expect([wrongRowsOf('two#1'), wrongRowsOf('two#2')]).toEqual([1, 2])
})

test('are remembered for the same hash and the same fields, and for no others', async () => {
  const [row] = rows as [AccountItem]
  const made = () => proofs.counts().get('near')
  await proofs.of('near', [row])
  expect(await proofs.of('near', [structuredClone(row), row], { withinMs: 0 })).toEqual([matches, matches])
  expect(made()?.matches).toBe(1)
  expect(await proofs.of('near', [{ ...row, lamports: row.lamports + 1n }])).toEqual([differs])
  expect(await proofs.of('near', [row])).toEqual([matches])
})

test('that are not there in time are there for who asks next', async () => {
  const first = await proofs.of('near', rows, { withinMs: 0 })
  expect(first).toEqual(rows.map(() => null))
  expect(await proofs.of('near', rows)).toEqual(rows.map(() => matches))
  expect(proofs.counts().get('near')?.matches).toBe(rows.length)
})

test('of pages come before those of files', async () => {
  const file = proofs.of('file', rows, { by: 'file' })
  await proofs.of('page', rows.slice(0, 16))
  expect(proofs.counts().get('file')?.matches).toBe(16)
  expect(await file).toEqual(rows.map(() => matches))
})

test('of few rows do not wait for those of many', async () => {
  const many = proofs.of('many', rows)
  expect(rows.length).toBeGreaterThan(64)
  await proofs.of('few', rows.slice(0, 3))
  expect(proofs.counts().get('many')?.matches).toBeLessThanOrEqual(32)
  expect(await many).toEqual(rows.map(() => matches))
})

test('of pages are made for no more rows than may wait', async () => {
  const [row] = rows as [AccountItem]
  // Of 4,000 the thread has 16 at once.
  void proofs.of(
    'many',
    Array.from({ length: 4_000 }, (_, i) => ({ ...row, hash: hashOf(String(i)) })),
  )
  expect(await proofs.of('more', rows.slice(0, 17))).toEqual([...Array(16).fill(matches), null])
})

test('that a failed thread owes are null, and the next ones are made by another', async () => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  await proofs.of('near', rows.slice(0, 1))
  const owed = proofs.of('near', rows.slice(1, 17))
  await proofs.close()
  expect(await owed).toEqual(Array(16).fill(null))
  expect(await proofs.of('near', rows.slice(0, 17))).toEqual(Array(17).fill(matches))
})
