import { describe, expect, it } from 'vitest'
import { comes } from '@/lib/testing/comes'
import { everyRow } from '@/lib/testing/indexer/every-row'
import { logOfTest } from '@/lib/testing/log-of-test'
import type { Following } from '@/lib/testing/node/followed'
import { followingOfTest } from '@/lib/testing/node/following'
import { grown, type MadeChain, slotsFrom } from '@/lib/testing/node/made-chain'
import type { Fault, NodeStandIn, Script } from '@/lib/testing/node/stand-in'
import { nodeOfTest } from '@/lib/testing/of-test'
import { slotReached } from '../../store/apply'
import type { Store } from '../../store/store'

/* Slots for which nodes have no block are passed only where the next block proves it. */

const log = logOfTest()
let live: Following | null = null

async function following(...of: NodeStandIn[]): Promise<Following> {
  live = await followingOfTest(of)
  return live
}

const error = (code: number): Fault => ({ error: { code, message: 'no block' } })
const BESIDE_500: Fault = { status: 500, body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32009,"message":"skipped"}}' }
const NULL: Fault = { body: '{"jsonrpc":"2.0","id":1,"result":null}' }

function chainWith(length: number, first = 1): MadeChain {
  const end = 20 + length
  return grown([], { slots: [...slotsFrom(first, 19), ...slotsFrom(end, end + 79)], filling: () => [] })
}

function absent(chain: MadeChain, fault: (slot: number) => Fault): Script {
  const blocks = new Set(chain.map(({ slot }) => slot))
  return ({ slot }) => (slot !== null && !blocks.has(slot) && slot <= (chain.at(-1)?.slot ?? 0) ? fault(slot) : null)
}

const slotsOf = async (store: Store) => (await everyRow(store)).blocks?.map(({ slot }) => Number(slot))

async function comesTo(chain: MadeChain, { reached, store, ledger, progress }: Following): Promise<void> {
  await reached(chain)
  expect(await slotsOf(store)).toEqual(chain.map(({ slot }) => slot))
  expect(ledger.anomalies).toEqual({ misfits: 0, forks: 0 })
  expect(progress.undone).toBe(0)
}

const lines = (msg: string) => log.lines().filter((line) => line.msg === msg)

const minutesOn = (count: number) => {
  const until = (live?.clock.monotonic() ?? 0) + count * 60_000
  return comes(() => expect(live?.clock.monotonic()).toBeGreaterThan(until))
}

const MIXED = [error(-32004), error(-32007), NULL, error(-32014), error(-32009)]

describe('a run of slots without a block', () => {
  const answers: [string, (slot: number) => Fault][] = [
    ['-32004', () => error(-32004)],
    ['-32014', () => error(-32014)],
    ['null', () => NULL],
    ['-32001', () => error(-32001)],
    ['-32009 beside HTTP 500', () => BESIDE_500],
    ['all kinds of absence', (slot) => MIXED[slot % MIXED.length] as Fault],
  ]
  const refusals: [string, Fault][] = [
    ['-32602', error(-32602)],
    ['-32603', error(-32603)],
    ['a result that is none', { body: '{"jsonrpc":"2.0","id":1}' }],
  ]
  it.each([
    ...answers.flatMap(([name, fault]) => [41, 1000].map((length) => [length, name, fault] as const)),
    ...refusals.map(([name, fault]) => [60, name, () => fault] as const),
  ])(
    'of %i slots that are answered by %s is passed by the block that names the last one stored',
    async (length, _, fault) => {
      const chain = chainWith(length)
      await comesTo(chain, await following(await nodeOfTest(chain, absent(chain, fault))))
    },
  )

  it.each([
    [20_000, 'getBlocks', -32004, 800],
    [20_000, 'no getBlocks', -32004, 800],
    [20_000, 'getBlocks', -32007, 1500],
    [5_000, 'no getBlocks', -32009, 3500],
  ])('of %i slots is passed with few requests, by %s behind %i', async (length, how, code, most) => {
    const chain = chainWith(length)
    const absence = absent(chain, () => error(code))
    const stand = await nodeOfTest(chain, (request) =>
      request.method === 'getBlocks' && how !== 'getBlocks' ? error(-32601) : absence(request),
    )
    await comesTo(chain, await following(stand))
    expect(stand.requests.length).toBeLessThan(most)
  })

  it('at the start is passed where the first block names a slot before START_SLOT', async () => {
    const chain = grown([], { slots: [5, ...slotsFrom(80, 190)], filling: () => [] })
    const stand = await nodeOfTest(
      chain,
      absent(chain, () => error(-32004)),
    )
    await comesTo(chain.slice(1), await followingOfTest([stand], { startSlot: 10 }))
  })

  const lies: [string, Fault | null, ((right: number[]) => unknown) | null][] = [
    ['an empty one', null, () => []],
    ['one that ends before it', null, () => [1, 2, 3]],
    ['one out of order, twice', null, (right) => [...right, ...right].reverse()],
    ['one of slots without a block', null, ([first = 0]) => slotsFrom(first - 30, first - 1)],
    ['one without the next block', null, (right) => right.slice(40)],
    ['one of other things', null, (right) => ['1', null, -5, 2 ** 60, 1.5, 2n ** 64n - 1n, ...right]],
    ['what is no list', null, () => ({ slots: 1 })],
    ['HTTP 405', { status: 405 }, null],
    ['HTTP 503', { status: 503 }, null],
    ['an error for large ranges', error(-32602), null],
  ]
  it.each(lies)('is passed though getBlocks answers %s', async (name, fault, result) => {
    const chain = chainWith(700)
    const absence = absent(chain, () => error(-32004))
    const stand = await nodeOfTest(chain, (request) => {
      if (request.method !== 'getBlocks') return absence(request)
      const [first, last] = request.params as number[]
      if (name === 'an error for large ranges' && (last ?? 0) - (first ?? 0) < 1000) return null
      return fault ?? { result: (right) => result?.(right as number[]) }
    })
    await comesTo(chain, await following(stand))
  })

  it.each([
    ['lacks', -32004],
    ['calls skipped, wrongly,', -32009],
  ])('that one of two nodes %s is read from the other one', async (_, code) => {
    const chain = grown([], { slots: slotsFrom(1, 160), filling: () => [] })
    const lacks = (slot: number | null) => slot !== null && slot > 19 && slot < 100
    const young = await nodeOfTest(chain, ({ slot }) => (lacks(slot) ? error(code) : null))
    const { reached, store, clock } = await following(young, await nodeOfTest(chain))
    await reached(chain)
    expect(clock.monotonic()).toBeLessThan(60_000)
    expect(await slotsOf(store)).toEqual(slotsFrom(1, 160))
  })

  it('near the head is waited for: nothing is searched, and a block that comes late is stored', async () => {
    const chain = grown([], { slots: slotsFrom(1, 30), filling: () => [] })
    const stand = await nodeOfTest(chain, ({ slot, earlier }) =>
      slot && slot > 19 && earlier < 4 ? error(-32004) : null,
    )
    await comesTo(chain, await following(stand))
    expect(stand.requests.map(({ method }) => method)).not.toContain('getBlocks')
  })
})

describe('slots whose block exists', () => {
  it('are never passed where the block above names one of them, and the log says which', async () => {
    const chain = grown([], { slots: slotsFrom(1, 160), filling: () => [] })
    const missing = (slot: number | null) => slot !== null && slot >= 20 && slot <= 99
    const stand = await nodeOfTest(chain, ({ slot }) => (missing(slot) ? error(-32004) : null))
    const { store, ledger } = await following(stand)
    await minutesOn(12)
    expect(await slotReached(store)).toBe(19)
    expect(ledger.stall?.()?.why).toBe('waiting for slot 99 (getBlock: error -32004; block 100 names it as its parent)')
    const said = lines('no next block from LEDGER')
    expect(said[0]).toMatchObject({ slot: 99, op: 'getBlock', ledger_node: 1, from: 19, to: 160 })
    expect(said.length).toBeGreaterThanOrEqual(2)
    expect(said.length).toBeLessThanOrEqual(4)

    stand.script = null
    await live?.reached(chain)
    await comes(() => expect(lines('LEDGER gives blocks again')).toHaveLength(1))
    expect(ledger.stall?.()).toBeNull()
  })

  it('that calls itself skipped though its child names it is the one that is named', async () => {
    const chain = grown([], { slots: slotsFrom(1, 160), filling: () => [] })
    const stand = await nodeOfTest(chain, ({ slot }) => (slot === 30 ? error(-32009) : null))
    const { ledger, store } = await following(stand)
    const why = 'waiting for slot 30 (getBlock: error -32009; block 31 names it as its parent)'
    await comes(() => expect(ledger.stall?.()?.why).toBe(why))
    expect(Number(lines('no next block from LEDGER')[0]?.dur_ms)).toBeLessThan(20_000)
    await minutesOn(3)
    expect(ledger.stall?.()?.why).toBe(why)
    expect(await slotReached(store)).toBe(29)
    await live?.stop()
    expect(ledger.stall?.()).toBeNull()
  })

  it('are not asked for again and again: a minute of standing costs less than three requests a second', async () => {
    const chain = grown([], { slots: slotsFrom(1, 19), filling: () => [] })
    const stand = await nodeOfTest(chain)
    stand.serve(chain, 5000)
    stand.skippedCode = () => -32004
    await following(stand)
    await minutesOn(3)
    const before = stand.requests.length
    const since = live?.clock.monotonic() ?? 0
    await minutesOn(5)
    const seconds = ((live?.clock.monotonic() ?? 0) - since) / 1000
    expect((stand.requests.length - before) / seconds).toBeLessThan(3)
  })
})

describe('a node without', () => {
  const unserved: [string, Fault][] = [
    ['-32601', error(-32601)],
    ['another error', error(-32052)],
    ['HTTP 403', { status: 403, body: '{"error":"not allowed"}' }],
    ['HTTP 404', { status: 404 }],
    ['HTTP 405', { status: 405 }],
    ['HTTP 501', { status: 501 }],
    ['HTTP 500', { status: 500 }],
    ['what is no slot', { result: () => 'none' }],
  ]
  it.each(unserved)('getFirstAvailableBlock (%s) is followed all the same', async (_, fault) => {
    const chain = grown([], { slots: slotsFrom(1, 30), filling: () => [] })
    const stand = await nodeOfTest(chain, ({ method }) => (method === 'getFirstAvailableBlock' ? fault : null))
    await comesTo(chain, await following(stand))
    expect(lines('no node of LEDGER says which blocks it keeps')).toMatchObject([{ op: 'getFirstAvailableBlock' }])
  })

  it('getGenesisHash is refused at the start, in a line that says why', async () => {
    const stand = await nodeOfTest([], ({ method }) => (method === 'getGenesisHash' ? error(-32601) : null))
    await expect(following(stand)).rejects.toThrow(
      'LEDGER: no node said within 30 s which chain it is on (getGenesisHash: error -32601)',
    )
  })

  it('getSlot is said after a minute, by name', async () => {
    const stand = await nodeOfTest(chainWith(0), ({ method }) => (method === 'getSlot' ? error(-32601) : null))
    const { ledger } = await following(stand)
    await minutesOn(2)
    expect(ledger.stall?.()?.why).toBe('waiting for the newest slot (getSlot: error -32601)')
    const [first] = lines('a node of LEDGER does not answer as it should')
    expect(first).toMatchObject({ op: 'getSlot', ledger_node: 1, reason: 'error -32601' })
  })
})

it('every line about a node names method and slot', async () => {
  const chain = grown([], { slots: slotsFrom(1, 40), filling: () => [] })
  const faults = [
    error(-32602),
    error(-32601),
    { result: (block: unknown) => ({ ...Object(block), parentSlot: 30 }) },
    { status: 500 },
  ]
  const stand = await nodeOfTest(chain, ({ slot, earlier }) => (slot === 30 ? (faults[earlier] ?? null) : null))
  await comesTo(chain, await following(stand))
  const place = { op: 'getBlock', slot: 30, ledger_node: 1 }
  expect(lines('a node of LEDGER refuses a block')).toMatchObject([{ ...place, reason: 'error -32602' }])
  expect(lines('a node of LEDGER does not answer as it should')).toMatchObject([
    { ...place, reason: 'error -32601' },
    { ...place, reason: 'a block of another slot, whose parent is slot 30' },
    { ...place, reason: 'HTTP 500' },
  ])
})
