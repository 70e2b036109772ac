import { describe, expect, it } from 'vitest'
import { comes } from '@/lib/testing/comes'
import { digestOfRows, everyRow } from '@/lib/testing/indexer/every-row'
import { PROGRAM_IDS } from '@/lib/testing/indexer/synthetic-chain'
import { logOfTest } from '@/lib/testing/log-of-test'
import { type Following, undisturbed } from '@/lib/testing/node/followed'
import { followingOfTest } from '@/lib/testing/node/following'
import * as made from '@/lib/testing/node/made-chain'
import { type Growth, type MadeChain, shortened, slotsFrom, usualFilling } from '@/lib/testing/node/made-chain'
import type { Fault, Script } from '@/lib/testing/node/stand-in'
import { nodeOfTest } from '@/lib/testing/of-test'
import { ALL_CANARIES, secretsOf, withCanaries } from '@/lib/testing/upstream/canary'
import { slotReached } from '../../store/apply'

/* facts/reliability.md (c) D04 to D10: whatever the node does, the store ends with the rows of an undisturbed run. */

const log = logOfTest()

async function comesTo(chain: MadeChain, { store, reached }: Following): Promise<void> {
  await reached(chain)
  // Digests first: comparing every row is slow.
  if ((await digestOfRows(store)) !== (await digestOf(chain))) {
    expect(await everyRow(store)).toEqual(await everyRow(await undisturbed(chain)))
  }
}

const digests = new Map<MadeChain, string>()

async function digestOf(chain: MadeChain): Promise<string> {
  const digest = digests.get(chain) ?? (await digestOfRows(await undisturbed(chain)))
  digests.set(chain, digest)
  return digest
}

/** Every other block is empty: the others cover everything that an undo must restore. */
const grown = (chain: MadeChain, growth: Growth) =>
  made.grown(chain, {
    filling: (height, fork, slot) => (height % 2 ? usualFilling((height + 1) / 2, fork, slot) : []),
    ...growth,
  })

const trunk = grown([], { slots: slotsFrom(1, 44, [4, 5, 17, 20, 21, 22, 43]) })

const short = grown([], { slots: slotsFrom(1, 14, [4, 13]) })

const once = (slot: number, fault: Fault, times = 1): Script => {
  return (request) => (request.slot === slot && request.earlier < times ? fault : null)
}

describe('a chain that is followed', () => {
  it('is stored whole, skipped slots and all', async () => {
    const stand = await nodeOfTest(trunk)
    stand.finalizedBehind = 0
    const { store, reached, ledger, progress } = await followingOfTest([stand])
    await comesTo(trunk, { store, reached } as Following)
    expect(ledger.anomalies).toEqual({ misfits: 0, forks: 0 })
    expect(progress).toMatchObject({ blocks: trunk.length, skipped: 7, undone: 0, undecodable: 0 })
  })

  it('begins at START_SLOT, with the block whose parent lies before it', async () => {
    const stand = await nodeOfTest(trunk)
    const live = await followingOfTest([stand], { startSlot: 21 })
    const part = trunk.filter(({ slot }) => slot >= 21)
    await comesTo(part, live)
    expect(stand.requests.some(({ slot }) => slot !== null && slot < 21)).toBe(false)
  })

  it('is gone on with after a restart, forked in between or not', async () => {
    const stand = await nodeOfTest(shortened(trunk, 10))
    const first = await followingOfTest([stand])
    await first.reached(shortened(trunk, 10))
    await first.stop()
    stand.serve(trunk)
    const second = await followingOfTest([stand], {}, first.store)
    await comesTo(trunk, second)
    await second.stop()
    const fork = grown(shortened(trunk, 7), { slots: slotsFrom(38, 50), fork: 'other' })
    stand.serve(fork)
    const third = await followingOfTest([stand], {}, first.store)
    await comesTo(fork, third)
  })

  it('as finalized is followed behind its head, and nothing is kept to undo it', async () => {
    const stand = await nodeOfTest(trunk)
    stand.finalizedBehind = 20
    const live = await followingOfTest([stand], { commitment: 'finalized' })
    const final = trunk.filter(({ slot }) => slot <= 24)
    await live.reached(final)
    expect(await slotReached(live.store)).toBe(24)
    expect((await live.store.get('SELECT count(*) AS n FROM undo_spent'))?.n).toBe(0n)
  })
})

describe('a chain that forks', () => {
  it.each([1, 5, 31])('by %i blocks while it is live', async (depth) => {
    const stand = await nodeOfTest(trunk)
    const live = await followingOfTest([stand])
    await live.reached(trunk)
    const ancestor = shortened(trunk, depth)
    const from = (ancestor.at(-1)?.slot ?? 0) + 1
    const fork = grown(ancestor, { slots: slotsFrom(from, 49, [from + 1]), fork: 'other' })
    stand.serve(fork)
    await comesTo(fork, live)
    expect(live.ledger.anomalies.forks).toBe(1)
    expect(live.progress.undone).toBe(depth)
    expect(live.progress.forkDepths.sum).toBe((trunk.at(-1)?.slot ?? 0) - from + 1)
  })

  it('again and again, and back to what it left', async () => {
    const stand = await nodeOfTest(trunk)
    const live = await followingOfTest([stand])
    await live.reached(trunk)
    let chain: MadeChain = trunk
    for (const [i, depth] of [3, 8, 1, 12, 2].entries()) {
      const top = chain.at(-1)?.slot ?? 0
      const ancestor = shortened(chain, depth)
      const from = (ancestor.at(-1)?.slot ?? 0) + 1
      chain = grown(ancestor, { slots: slotsFrom(from, top + 2, [from]), fork: `fork ${i}` })
      stand.serve(chain)
      await comesTo(chain, live)
    }
    const back = grown(trunk, { slots: slotsFrom(56, 59) })
    stand.serve(back)
    await comesTo(back, live)
  })

  it('into a shorter one that stays: noticed though no block comes', async () => {
    const stand = await nodeOfTest(trunk)
    const live = await followingOfTest([stand])
    await live.reached(trunk)
    const fork = grown(shortened(trunk, 2), { slots: [42, 44], fork: 'other' })
    stand.serve(fork)
    await comesTo(fork, live)
  })

  it('below what the store can take back ends the following with one line, and changes nothing', async () => {
    const chain = grown([], { slots: slotsFrom(1, 12) })
    const stand = await nodeOfTest(chain)
    stand.finalizedBehind = 0
    const first = await followingOfTest([stand], { commitment: 'finalized' })
    await first.reached(chain)
    await first.stop()
    const before = await everyRow(first.store)
    stand.serve(grown(shortened(chain, 3), { slots: slotsFrom(10, 16), fork: 'other' }))
    const live = await followingOfTest([stand], {}, first.store)
    await expect(live.done).rejects.toThrow(/^the chain forked below what the store can take back/)
    expect(await everyRow(live.store)).toEqual(before)
  })
})

const damaged = (...readonly: string[]): Fault => ({
  result: (block) => {
    const { transactions, ...rest } = block as { transactions: unknown[] }
    const added = { transaction: ['AAAA', 'base64'], meta: { err: null, loadedAddresses: { writable: [], readonly } } }
    return { ...rest, transactions: [...transactions, added] }
  },
})
const DAMAGED = damaged(PROGRAM_IDS.compression)

/** A block whose transactions lack, or have otherwise, a member of their meta. Slot 9 of `short` holds compression. */
const withMeta = (member: object): Fault => ({
  result: (block) => {
    const { transactions, ...rest } = block as { transactions: { meta: object }[] }
    return { ...rest, transactions: transactions.map((each) => ({ ...each, meta: { ...each.meta, ...member } })) }
  },
})
const NOT_RECORDED: [string, string, Fault][] = [
  ['inner instructions (null)', 'inner instructions', withMeta({ innerInstructions: null })],
  ['inner instructions (absent)', 'inner instructions', withMeta({ innerInstructions: undefined })],
  ['inner instructions (a list of null)', 'inner instructions', withMeta({ innerInstructions: [null] })],
  ['how a transaction ended', 'outcome', withMeta({ err: undefined })],
]

describe('a node that misbehaves', () => {
  const wrong: [string, Fault][] = [
    ['an answer cut in the middle', { cutAfter: 500 }],
    ['an answer cut before its first byte', { cutAfter: 0 }],
    ['a connection that ends', { reset: true }],
    ['text that is no JSON', { body: '<html>gateway</html>' }],
    ['half of a JSON text', { body: '{"jsonrpc":"2.0","id":1,"result":{"blockhash":"' }],
    ['another id', { body: '{"jsonrpc":"2.0","id":2,"result":null}' }],
    ['a block without transactions', { result: (block) => ({ ...(block as object), transactions: undefined }) }],
    ['a block without a hash', { result: (block) => ({ ...(block as object), blockhash: 'no hash' }) }],
    ['a block whose parent lies above it', { result: (block) => ({ ...(block as object), parentSlot: 10 }) }],
    ['an internal error', { error: { code: -32603, message: 'Internal error' } }],
    ['a node that is behind', { error: { code: -32005, message: 'Node is behind by 42 slots' } }],
    ['HTTP 500', { status: 500, body: 'no' }],
    ['HTTP 429', { status: 429 }],
    ['HTTP 429 with Retry-After', { status: 429, headers: { 'retry-after': '2' } }],
    ['a block with a damaged transaction', DAMAGED],
  ]
  it.each(wrong)('%s: asked for again', async (_, fault) => {
    const stand = await nodeOfTest(short, once(9, fault, 2))
    await comesTo(short, await followingOfTest([stand]))
    expect(stand.requests.filter(({ slot }) => slot === 9).length).toBeGreaterThanOrEqual(3)
  })

  it('fails often and then gives a block with a damaged transaction, once: it is not believed for that', async () => {
    const stand = await nodeOfTest(short, ({ slot, earlier }) => {
      if (slot !== 9 || earlier > 4) return null
      return earlier < 4 ? { status: 500, body: 'no' } : DAMAGED
    })
    await comesTo(short, await followingOfTest([stand]))
  })

  it('gives a damaged transaction that does not name the program: nobody looks at it', async () => {
    const stand = await nodeOfTest(short, ({ slot }) => (slot === 9 ? damaged() : null))
    await comesTo(short, await followingOfTest([stand]))
    expect(stand.requests.filter(({ slot }) => slot === 9)).toHaveLength(1)
  })

  it.each(NOT_RECORDED)(
    'does not record %s: asked for as long as it takes, or another node is',
    async (_, what, fault) => {
      const stand = await nodeOfTest(short, once(9, fault, 8))
      await comesTo(short, await followingOfTest([stand]))
      expect(stand.requests.filter(({ slot }) => slot === 9)).toHaveLength(9)
      const lines = log
        .text()
        .split('\n')
        .filter((line) => line.includes('does not answer as it should') && line.includes(what))
      expect(lines).toHaveLength(8)
      expect(lines[0]).toMatch(/"op":"getBlock","slot":9,.* did not record the .* of transaction \w{80,}/)
      expect(lines[0]).toContain('"ledger_node":1')
      const silent = await nodeOfTest(short, ({ slot }) => (slot === null ? null : fault))
      await comesTo(short, await followingOfTest([silent, await nodeOfTest(short)]))
    },
  )

  it('never records inner instructions: no slot with compression is passed', async () => {
    const stand = await nodeOfTest(short, ({ slot }) => (slot === 9 ? withMeta({ innerInstructions: null }) : null))
    const live = await followingOfTest([stand])
    await comes(() => expect(stand.requests.filter(({ slot }) => slot === 9).length).toBeGreaterThan(20))
    expect(await slotReached(live.store)).toBe(8)
  })

  it('gives blocks in a form that is not understood while they come in: asked for again, and read whole', async () => {
    const odd: Fault = {
      result: (block) => {
        const { transactions, ...rest } = block as { transactions: object[] }
        let deep: unknown = 1
        for (let depth = 0; depth < 40; depth++) deep = [deep]
        return {
          ...rest,
          transactions: [...transactions, { ...transactions[0], meta: { err: null, innerInstructions: [], deep } }],
        }
      },
    }
    const stand = await nodeOfTest(short, ({ slot }) => (slot === 9 ? odd : null))
    const live = await followingOfTest([stand])
    await comesTo(short, live)
    expect(live.ledger.anomalies.misfits).toBe(0)
    expect(stand.requests.filter(({ slot }) => slot === 9)).toHaveLength(2)
  })

  it('says of a slot that it was skipped, though it was not: the block above it knows better', async () => {
    const gap = { error: { code: -32009, message: 'Slot was skipped, or missing in long-term storage' } }
    const stand = await nodeOfTest(trunk, ({ slot, earlier }) =>
      slot !== null && [1, 10, 11, 12, 33].includes(slot) && earlier < 2 ? gap : null,
    )
    const live = await followingOfTest([stand])
    await comesTo(trunk, live)
    expect(live.ledger.anomalies.misfits).toBeGreaterThan(0)
  })

  it('says of the newest slot that it was skipped, though it was not: it is asked again though no block comes', async () => {
    const gap = {
      error: { code: -32007, message: 'Slot was skipped, or missing due to ledger jump to recent snapshot' },
    }
    const stand = await nodeOfTest(short, once(14, gap, 2))
    await comesTo(short, await followingOfTest([stand]))
  })

  it('gives the block of an earlier slot, or of a fork that never was: no row is lost to it', async () => {
    const blockAt = (at: number) => {
      const { height, parentBlockhash, ...block } =
        trunk.find(({ slot }) => slot === at) ?? trunk[0] ?? Object.create(null)
      return { ...block, blockHeight: height, previousBlockhash: parentBlockhash }
    }
    const never = grown(shortened(trunk, 20), { slots: slotsFrom(35, 36), fork: 'never' }).at(-1)
    const stand = await nodeOfTest(trunk, ({ slot, earlier }) => {
      if (slot === 30 && earlier < 2) return { result: () => blockAt(25) }
      if (slot === 36 && earlier < 2)
        return {
          result: () => ({ ...blockAt(36), blockhash: never?.blockhash, previousBlockhash: never?.parentBlockhash }),
        }
      if (slot === 40 && earlier < 1) return { result: () => ({ ...blockAt(40), parentSlot: 12 }) }
      return null
    })
    const live = await followingOfTest([stand])
    await comesTo(trunk, live)
    expect(live.ledger.anomalies.forks).toBe(0)
    expect(live.progress.undone).toBe(0)
  })

  it('has cleaned up what is wanted: another one is asked', async () => {
    const [young, old] = [await nodeOfTest(trunk), await nodeOfTest(trunk)]
    young.firstAvailable = 30
    await comesTo(trunk, await followingOfTest([young, old]))
  })

  it('has cleaned up the start, and is alone: one line says so', async () => {
    const stand = await nodeOfTest(trunk)
    stand.firstAvailable = 44
    const live = await followingOfTest([stand], { startSlot: 30 })
    await expect(live.done).rejects.toThrow('set START_SLOT=44 or later')
  })

  it('is not repeated when it tells the keys of its URL, in whatever place and spelling', async () => {
    const canaries = ALL_CANARIES
    const damaged = { transaction: [canaries, canaries], meta: { err: null } }
    const faults: Fault[] = [
      { status: 401, body: canaries },
      { status: 302, headers: { location: `http://127.0.0.1/?${encodeURIComponent(canaries)}` } },
      { status: 200, body: canaries },
      { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: canaries, result: canaries }) },
      { status: 200, body: JSON.stringify({ jsonrpc: canaries, id: 1, error: canaries }) },
      { error: { code: -32_000, message: canaries, data: canaries } },
      { error: { code: -32_401, message: canaries } },
      { result: () => canaries },
      { result: () => ({ [canaries]: canaries }) },
      {
        result: () => ({
          blockhash: canaries,
          previousBlockhash: canaries,
          parentSlot: canaries,
          transactions: [],
          blockTime: canaries,
        }),
      },
      { result: (right) => ({ ...Object(right), transactions: [{ transaction: canaries, meta: canaries }] }) },
    ]
    const stand = await nodeOfTest(short, ({ method, slot, earlier }) => {
      const fault = faults[earlier]
      if (fault && (method !== 'getGenesisHash' || earlier < 4)) return fault
      const isEmpty = method === 'getBlock' && short.find((block) => block.slot === slot)?.transactions.length === 0
      return isEmpty ? { result: (right) => ({ ...Object(right), transactions: [damaged] }) } : null
    })
    const live = await followingOfTest([{ ...stand, url: withCanaries(stand.url) }])
    await comesTo(short, live)
    expect(live.progress.undecodable).toBeGreaterThan(0)
    const logged = log.text()
    expect(logged).toContain('wanted a transaction in base64')
    expect(secretsOf([stand.url]).filter((secret) => logged.includes(secret))).toEqual([])
  })
})
