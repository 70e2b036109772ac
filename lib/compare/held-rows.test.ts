import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { mixed, rowWith } from '@/lib/testing/upstream/memcmp-indexer'
import { listRoom } from '../listing/read/list-room'
import { byteFilters } from '../listing/whole/part'
import { type ListMethod, listOf, type MethodName, type Params, type Result } from '../protocol/rpc/methods'
import { compare } from './compare'
import { HeldRows } from './comparisons'
import type { Comparison } from './contract'
import type { Side } from './side'

const MB = 1024 * 1024
const OWNER = 'owner'
const METHOD = 'getCompressedAccountsByOwner'
const NO_ROOM = 'its rows take more memory than there is for comparisons'

let mostHeld = 0

/** Every answer is full. @param sound false: pages leave out rows, as Photon's do, and every part exceeds one answer */
function endless(label: string, rows: HeldRows, { sound = true, bytes = 72 } = {}): Side & { calls: number } {
  let made = 0
  const list = ({ filters }: Params<typeof METHOD>) => {
    const fixed = byteFilters(filters)
    const items = Array.from({ length: 1_000 }, () => {
      const data = new Uint8Array(bytes)
      data.set(mixed(made, 40))
      for (const filter of fixed) data.set(filter.bytes, filter.offset)
      return rowWith(data, made++)
    })
    const last = items.at(-1)
    if (!last) throw new Error('every answer has rows')
    const key = listOf(METHOD as ListMethod).sortKey(last).bytes
    return { context: { slot: 1_000 }, value: { items, cursor: sound ? base58.encode(key) : last.hash } }
  }
  const side = {
    label,
    calls: 0,
    async ask<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>> {
      side.calls++
      mostHeld = Math.max(mostHeld, listRoom().bytes)
      if (method !== METHOD) return 1_000 as Result<M>
      return rows.next(async () => list(params as Params<typeof METHOD>) as Result<M>)
    },
  }
  return side
}

async function compared(sides: readonly [Side, Side], room: HeldRows, mostPartCalls?: number): Promise<Comparison> {
  mostHeld = 0
  const prove = async () => []
  const options = { prove, room, mostChunks: 300, ...(mostPartCalls !== undefined && { mostPartCalls }) }
  return compare(sides, { what: 'owner', owner: OWNER }, options).finally(() => room.leave())
}

test.each([72, 6_000])('rows of %i bytes are compared as far as there is memory for them', async (bytes) => {
  listRoom().mostBytes = 40 * MB
  const room = new HeldRows({ peer: 'somebody', isAnyWaiting: true })
  const result = await compared([endless('a#1', room, { bytes }), endless('a#2', room, { bytes })], room)
  expect(result).toMatchObject({
    verdict: 'not_settled',
    differences: [],
    sides: [{ partBecause: NO_ROOM }, { partBecause: NO_ROOM }],
  })
  expect(result.rowsCompared).toBe(Math.min(...result.sides.map(({ rows }) => rows ?? 0)))
  // Half of the room, and the answers in flight.
  expect(mostHeld).toBeLessThan(20 * MB + 2 * 1_000 * (1.4 * bytes + 1_500))
  expect(listRoom().bytes).toBe(0)
})

test('a list of which every part is longer than an answer is read as far as there is memory for what is not settled', async () => {
  listRoom().mostBytes = 16 * MB
  const room = new HeldRows({ peer: 'somebody', isAnyWaiting: true })
  const [one, other] = [endless('a#1', room, { sound: false }), endless('a#2', room, { sound: false })] as const
  const result = await compared([one, other], room, 2_000)
  expect(result).toMatchObject({
    verdict: 'not_settled',
    rowsCompared: 1_000,
    differences: [],
    sides: [{ partBecause: NO_ROOM }, { partBecause: NO_ROOM }],
  })
  expect(mostHeld).toBeLessThan(12 * MB)
  expect(one.calls + other.calls).toBeLessThan(50)
})

test('whose memory is given to another peer says that it was not compared, never that all is equal', async () => {
  listRoom().mostBytes = 16 * MB
  const room = new HeldRows({ peer: 'greedy', isAnyWaiting: true })
  const sides = [endless('a#1', room), endless('a#2', room)] as const
  const asked = sides[1].ask
  sides[1].ask = async (method, params) => {
    if (room.bytes > 4 * MB) room.drop()
    return asked(method, params)
  }
  const result = await compared(sides, room)
  expect(result).toMatchObject({ verdict: 'not_compared', rowsCompared: 0, differences: [] })
  expect(result.sides[0]).toMatchObject({ rows: null, failed: expect.stringContaining('memory') })
})

test('of 4,000 rows that all have other values the first are kept, as far as four megabytes go, and all are counted', async () => {
  const room = new HeldRows({ peer: 'somebody', isAnyWaiting: true })
  listRoom().mostBytes = 128 * MB
  const wrong = endless('a#2', room, { bytes: 3_000 })
  const asked = wrong.ask
  wrong.ask = async (method, params) => {
    const result = await asked(method, params)
    if (method !== METHOD) return result
    const { value } = result as Result<typeof METHOD>
    for (const row of value.items) if (row.data) row.data = { ...row.data, data: `AAAA${row.data.data.slice(4)}` }
    return result
  }
  const prove = async () => []
  const sides = [endless('a#1', room, { bytes: 3_000 }), wrong] as const
  const result = await compare(sides, { what: 'owner', owner: OWNER }, { prove, room, mostChunks: 4 })
  expect(result).toMatchObject({ verdict: 'differs', differencesFound: 4_000 })
  expect(result.differences.length).toBeGreaterThan(100)
  expect(result.differences.length).toBeLessThan(600)
})
