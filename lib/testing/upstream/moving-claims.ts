import { expect } from 'vitest'
import { WholeRead } from '@/lib/listing/whole/whole-read'
import { movingList } from './moving-list'

/** What was live from the first slot to the last is listed once, and later creations are counted. */
export async function claimsHold(seeds: readonly number[]): Promise<void> {
  const came = { proven: 0, moved: 0, gone: 0 }
  for (const seed of seeds) {
    const list = movingList(seed)
    const read = new WholeRead(list, { owner: 'owner' })
    if (seed % 2 === 0) read.readTwice()
    const listed = new Map<string, number>()
    for (let more = await read.next(); more; more = await read.next()) {
      for (const { hash } of more.rows) listed.set(hash, (listed.get(hash) ?? 0) + 1)
      came.gone += more.gone.length
      if (read.calls > 6_000) throw new Error(`seed ${seed} does not end`)
    }
    const { claim, from, to } = read
    if (!claim || from === null || to === null) throw new Error(`seed ${seed} has no claim`)
    const where = `seed ${seed}, slots ${from} to ${to}`
    expect(
      [...listed.values()].every((times) => times === 1),
      where,
    ).toBe(true)
    const created = list.all.filter(({ row }) => listed.has(row.hash) && row.slotCreated > from)
    expect(read.createdAfter(from), where).toBe(created.length)
    if (created.length > 0) came.moved++
    const { withData, withoutData, complete, sum } = claim
    expect(complete === true, where).toBe(withData.proven && withData.fromBytes === 0 && withoutData.proven)
    expect(sum.exact && created.length > 0, where).toBe(false)
    if (withData.proven) came.proven++
    const missing = list.liveThrough(from, to).filter(({ hash, data }) => {
      if (listed.has(hash)) return false
      if (!data) return withoutData.proven
      return withData.proven && Buffer.from(data.data, 'base64').length >= withData.fromBytes
    })
    expect(missing, where).toEqual([])
  }
  expect(came.proven).toBeGreaterThan(seeds.length / 4)
  expect(came.moved).toBeGreaterThan(seeds.length / 4)
  expect(came.gone).toBeGreaterThan(seeds.length)
}
