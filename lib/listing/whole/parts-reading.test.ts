import { describe, expect, test } from 'vitest'
import { MemcmpIndexer, mixed, rowsOf } from '@/lib/testing/upstream/memcmp-indexer'
import { neverFalselyComplete } from '@/lib/testing/upstream/partitions'
import { RpcError } from '../../protocol/rpc/failure'
import type { AccountItem } from '../../protocol/rpc/items'
import { type ByteFilter, Part } from './part'
import { PartsReading } from './parts-reading'

/** A row in two parts fails. */
async function readAll(indexer: MemcmpIndexer, filters: readonly ByteFilter[] = [], most = 20_000) {
  const reading = new PartsReading(filters, indexer.ask)
  const rows = new Map<string, AccountItem>()
  while (!reading.isDone && !reading.isPointless && reading.calls < most) {
    const outcome = await reading.next()
    for (const row of outcome.rows) {
      if (rows.has(row.hash)) throw new Error('A row is in two parts.')
      rows.set(row.hash, row)
    }
  }
  return { reading, rows, proof: reading.proof }
}

const bytes = (...of: number[]) => Uint8Array.from(of)

describe('a list in parts', () => {
  test('is complete where a reader’s filter ends behind the byte that it is split by', async () => {
    const all = rowsOf(3_000, (i) => (i % 10 === 0 ? mixed(i, i % 8) : bytes(i % 256, i >> 8, 7, 7)))
    const filter = { offset: 2, bytes: bytes(7, 7) }
    const { rows, proof } = await readAll(new MemcmpIndexer(all), [filter])
    const wanted = all.filter((row) => Part.whole([filter]).has(row))
    expect(wanted.length).toBeGreaterThan(2_000)
    expect(new Set(rows.keys())).toEqual(new Set(wanted.map(({ hash }) => hash)))
    expect(proof).toMatchObject({ fromBytes: 0, unprovenParts: 0, isClosedToNoData: true })
  })

  test('lengthens one of five filters where five are in use', async () => {
    const fixed = [0, 4, 8, 12, 16].map((offset) => ({ offset, bytes: bytes(9) }))
    const all = rowsOf(3_000, (i) => {
      const data = new Uint8Array(20).fill(9)
      data[10] = i % 200
      return data
    })
    const indexer = new MemcmpIndexer(all)
    let most = 0
    indexer.lie = (answer, filters) => {
      most = Math.max(most, filters.length)
      return answer
    }
    const { reading, rows, proof } = await readAll(indexer, fixed)
    expect(most).toBe(5)
    expect(rows.size).toBe(3_000)
    expect(reading.split).toBe(2)
    expect(proof).toMatchObject({ fromBytes: 0, unprovenParts: 0 })
  })

  test('names a part whose rows are alike in every byte', async () => {
    const all = rowsOf(4_000, (i) => (i % 2 ? bytes(5, 5, 5) : bytes(i % 3, i % 100, i % 7)))
    const { rows, proof } = await readAll(new MemcmpIndexer(all))
    expect(proof.unprovenParts).toBe(1)
    expect(proof.unproven[0]).toMatchObject({ why: 'alike', rows: 1_000 })
    expect(Buffer.from(proof.unproven[0]?.bytes[0]?.hex ?? '', 'hex')[0]).toBe(5)
    expect(rows.size).toBe(3_000)
  })

  test('lists rows that end before a split byte where it saw them, and proves nothing of them', async () => {
    const all = rowsOf(2_500, (i) => (i % 50 === 0 ? null : i % 50 === 1 ? bytes(1) : bytes(1, i % 250)))
    const { rows, proof } = await readAll(new MemcmpIndexer(all))
    expect(proof).toMatchObject({ fromBytes: 2, shorter: 20, isClosedToNoData: false })
    expect(rows.size).toBe(2_500 - 30 - 30)
  })

  test('of accounts without data proves in one call that no others are there', async () => {
    const indexer = new MemcmpIndexer(rowsOf(1_500, (i) => (i < 1_490 ? null : bytes(i % 256))))
    const { rows, proof } = await readAll(indexer)
    expect(indexer.calls).toBe(2)
    expect(rows.size).toBe(1_010)
    expect(proof).toMatchObject({ fromBytes: 1, isClosedToNoData: false, unprovenParts: 0 })
  })

  test('asks for a quarter where an answer is too large, and names what is too large on its own', async () => {
    const indexer = new MemcmpIndexer(rowsOf(1_200, (i) => bytes(i % 200, 1)))
    const { ask } = indexer
    const refuse = new PartsReading([], async (filters, limit) => {
      if (limit > 250 || filters[0]?.bytes[0] === 7) {
        indexer.calls++
        throw new RpcError({ kind: 'rpc', code: -32702, message: 'Response is too big' })
      }
      return ask(filters, limit)
    })
    let rows = 0
    while (!refuse.isDone) {
      const outcome = await refuse.next()
      rows += outcome.rows.length
    }
    expect(refuse.proof.unproven).toEqual([{ bytes: [{ offset: 0, hex: '07' }], rows: 2, why: 'too_large' }])
    expect(rows).toBe(1_196)
    expect(refuse.calls).toBe(indexer.calls)
  })

  test('does not believe a part that leaves out a row listed at the same slot', async () => {
    const indexer = new MemcmpIndexer(rowsOf(2_000, (i) => bytes(i % 100, 1)))
    const lost = indexer.rows[3]
    indexer.lie = (answer, filters) =>
      filters.length === 0 ? answer : { ...answer, rows: answer.rows.filter((row) => row !== lost) }
    const { rows, proof } = await readAll(indexer)
    expect(proof.unproven).toEqual([{ bytes: [{ offset: 0, hex: '03' }], rows: 20, why: 'missing' }])
    expect(rows.size).toBe(2_000)
  })

  test('takes a row that was listed at an earlier slot for consumed', async () => {
    const indexer = new MemcmpIndexer(rowsOf(2_000, (i) => bytes(i % 100, 1)))
    indexer.before = () => {
      indexer.slot++
      if (indexer.calls > 1) indexer.rows = indexer.rows.filter(({ leafIndex }) => leafIndex !== 3)
    }
    const { rows, proof } = await readAll(indexer)
    expect(proof.unprovenParts).toBe(0)
    expect(rows.size).toBe(1_999)
  })

  test('gives up on an indexer that does not filter', async () => {
    const indexer = new MemcmpIndexer(rowsOf(2_000, (i) => bytes(i % 100, 1)))
    const { ask } = indexer
    const reading = new PartsReading([], (_, limit) => ask([], limit))
    while (!reading.isDone && !reading.isPointless) await reading.next()
    expect(reading.calls).toBe(4)
    expect(reading.proof.unproven.every(({ why }) => why === 'foreign')).toBe(true)
  })
})

test('is never called complete falsely, whatever its rows and its indexer', () => neverFalselyComplete(60))
