import fc from 'fast-check'
import { expect } from 'vitest'
import { Part } from '@/lib/listing/whole/part'
import { PartsReading } from '@/lib/listing/whole/parts-reading'
import { SEED } from '../../../scripts/seed'
import { MemcmpIndexer, mixed, rowsOf } from './memcmp-indexer'

const partition = fc.record({
  seed: fc.nat(),
  count: fc.integer({ min: 0, max: 260 }),
  limit: fc.integer({ min: 3, max: 40 }),
  alphabet: fc.integer({ min: 1, max: 5 }),
  longest: fc.integer({ min: 0, max: 6 }),
  withoutData: fc.constantFrom(0, 0, 5, 50),
  filter: fc.option(fc.record({ offset: fc.integer({ min: 0, max: 4 }), length: fc.integer({ min: 0, max: 3 }) })),
  lie: fc.constantFrom('none', 'none', 'omits', 'other rows', 'repeats'),
})

/** Indexers tell the truth, or omit, swap or repeat rows: no row may be listed twice, and none may be missing from a claim. */
export async function neverFalselyComplete(partitions: number): Promise<void> {
  const came = { complete: 0, open: 0, unproven: 0 }
  await fc.assert(
    fc.asyncProperty(partition, async ({ seed, count, limit, alphabet, longest, withoutData, filter, lie }) => {
      const random = mixed(seed, count * 12 + 8)
      const all = rowsOf(count, (i) => {
        const [kind = 0, length = 0, ...of] = random.subarray(i * 12, i * 12 + 12)
        return kind % 100 < withoutData
          ? null
          : Uint8Array.from(of.slice(0, length % (longest + 1)), (b) => b % alphabet)
      })
      const filters = filter ? [{ offset: filter.offset, bytes: new Uint8Array(filter.length) }] : []
      const indexer = new MemcmpIndexer(all)
      const hidden = new Set(all.filter((_, i) => (random[i] ?? 0) < 8).map(({ hash }) => hash))
      const listed = new Set<string>()
      const reading = new PartsReading(filters, async (part, most) => {
        const answer = await indexer.ask(part, Math.min(most, limit))
        const isWhole = reading.calls === 1
        let { rows } = answer
        // Omitting a row that was listed before leaves a trace; never listing it does not.
        if (lie === 'omits' && !isWhole) rows = rows.filter(({ hash }) => !(hidden.has(hash) && listed.has(hash)))
        if (lie === 'other rows' && !isWhole && all[0]) rows = [...rows.slice(1), ...all.slice(0, 1)]
        if (lie === 'repeats') rows = rows.flatMap((row) => [row, row]).slice(0, rows.length)
        for (const { hash } of rows) listed.add(hash)
        return { ...answer, rows }
      })
      const found = new Map<string, number>()
      for (let calls = 0; !reading.isDone && !reading.isPointless; calls++) {
        if (calls > 20_000) throw new Error('It does not end.')
        const outcome = await reading.next()
        for (const { hash } of outcome.rows) found.set(hash, (found.get(hash) ?? 0) + 1)
      }
      const { fromBytes, isClosedToNoData, unprovenParts } = reading.proof
      expect([...found.values()].every((times) => times === 1)).toBe(true)
      if (unprovenParts > 0 || !reading.isDone) return void came.unproven++
      const wanted = all.filter((row) => Part.whole(filters).has(row))
      const claimed = wanted.filter(({ data }) =>
        data ? Buffer.from(data.data, 'base64').length >= fromBytes : isClosedToNoData,
      )
      expect(claimed.filter(({ hash }) => !found.has(hash))).toEqual([])
      if (fromBytes === 0 && isClosedToNoData) came.complete++
      else came.open++
    }),
    { seed: SEED, numRuns: partitions },
  )
  for (const times of Object.values(came)) expect(times).toBeGreaterThan(partitions / 20)
}
