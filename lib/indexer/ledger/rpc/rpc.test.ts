import { base58 } from '@scure/base'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { comes } from '@/lib/testing/comes'
import { digestOfRows, everyRow } from '@/lib/testing/indexer/every-row'
import { groupV1, PROGRAM_IDS, TRANSFER, transactionOf } from '@/lib/testing/indexer/synthetic-chain'
import { type Following, followNodes, undisturbed } from '@/lib/testing/node/followed'
import * as made from '@/lib/testing/node/made-chain'
import { type Growth, type MadeChain, shortened, slotsFrom, usualFilling } from '@/lib/testing/node/made-chain'
import { type Fault, type NodeStandIn, type Script, startNode } from '@/lib/testing/node/stand-in'
import { ALL_CANARIES, secretsOf, withCanaries } from '@/lib/testing/upstream/canary'
import { slotReached } from '../../store/apply'
import type { Store } from '../../store/store'
import type { RpcOptions } from './rpc'

/* facts/reliability.md (c) D04 to D10: whatever the node does, the store comes to hold the rows of an undisturbed run. */

let stderr: MockInstance
const nodes: NodeStandIn[] = []
const followings: Following[] = []
beforeEach(() => {
  stderr = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
})
afterEach(async () => {
  await Promise.all(followings.splice(0).map((following) => following.stop().catch(() => undefined)))
  await Promise.all(nodes.splice(0).map((node) => node.close()))
  stderr.mockRestore()
})

async function node(chain: MadeChain, script: Script | null = null): Promise<NodeStandIn> {
  const started = await startNode(chain)
  started.script = script
  nodes.push(started)
  return started
}

async function following(of: NodeStandIn[], options: Partial<RpcOptions> = {}, store?: Store): Promise<Following> {
  const begun = await followNodes(of, options, store)
  followings.push(begun)
  return begun
}

/** Follows until the chain's last block is stored; the rows must be those of an undisturbed run. */
async function comesTo(chain: MadeChain, { store, reached }: Following): Promise<void> {
  await reached(chain)
  // Digests first: to compare every row takes long, and tells more than is wanted while they are equal.
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

/** Every other block is empty: what the others hold leads through all that an undo must get right. */
const grown = (chain: MadeChain, growth: Growth) =>
  made.grown(chain, {
    filling: (height, fork, slot) => (height % 2 ? usualFilling((height + 1) / 2, fork, slot) : []),
    ...growth,
  })

const trunk = grown([], { slots: slotsFrom(1, 44, [4, 5, 17, 20, 21, 22, 43]) })

const short = grown([], { slots: slotsFrom(1, 14, [4, 13]) })

/** The fault for the first request for a block of that slot, or the first few. */
const once = (slot: number, fault: Fault, times = 1): Script => {
  return (request) => (request.slot === slot && request.earlier < times ? fault : null)
}

/** When the node has been asked for that slot's block, of its requests from the given one on. */
const requested = (stand: NodeStandIn, at: number, from = 0) =>
  comes(() => expect(stand.requests.slice(from).some(({ slot }) => slot === at)).toBe(true))

describe('a chain that is followed', () => {
  it('is stored whole, skipped slots and all', async () => {
    const stand = await node(trunk)
    stand.finalizedBehind = 0
    const { store, reached, ledger, progress } = await following([stand])
    await comesTo(trunk, { store, reached } as Following)
    expect(ledger.anomalies).toEqual({ misfits: 0, forks: 0 })
    expect(progress).toMatchObject({ blocks: trunk.length, skipped: 7, undone: 0, undecodable: 0 })
  })

  it('is stored although nothing is said of skipped slots until they are finalized', async () => {
    const stand = await node(trunk)
    stand.skippedCode = () => -32004
    await comesTo(trunk, await following([stand]))
  })

  it('grows: a block is stored soon after it is there', async () => {
    const stand = await node(shortened(trunk, 30))
    const live = await following([stand])
    for (const depth of [30, 29, 20, 3, 0]) {
      const chain = shortened(trunk, depth)
      stand.serve(chain)
      await comesTo(chain, live)
    }
    // The newest slot is known before its block is.
    const more = grown(trunk, { slots: [45, 49] })
    stand.serve(trunk, 49)
    const before = stand.requests.length
    await requested(stand, 49, before)
    stand.serve(more)
    await comesTo(more, live)
  })

  it('waits for blocks that are not available yet, and for null in their place', async () => {
    const later = { code: -32004, message: 'Block not available for slot' }
    const statusLater = { code: -32014, message: 'Block status not yet available for slot' }
    const stand = await node(trunk, ({ slot, earlier }) => {
      if (slot === null || earlier > 1) return null
      return [{ error: later }, { error: statusLater }, { result: () => null }, null][slot % 4]
    })
    await comesTo(trunk, await following([stand]))
  })

  it('comes late and out of order', async () => {
    const stand = await node(trunk, ({ slot }) => (slot === null ? null : { delay: (slot * 7919) % 23 }))
    await comesTo(trunk, await following([stand]))
  })

  it('has no time for some blocks', async () => {
    const timeless = grown([], { slots: slotsFrom(1, 20), blockTime: (slot) => (slot % 3 ? null : slot) })
    const live = await following([await node(timeless)])
    await comesTo(timeless, live)
    expect((await live.store.get('SELECT count(*) AS n FROM transactions WHERE block_time = 0'))?.n).toBeGreaterThan(
      10n,
    )
  })

  it('begins at START_SLOT, with the block whose parent lies before it', async () => {
    const stand = await node(trunk)
    const live = await following([stand], { startSlot: 21 })
    const part = trunk.filter(({ slot }) => slot >= 21)
    await comesTo(part, live)
    expect(stand.requests.some(({ slot }) => slot !== null && slot < 21)).toBe(false)
  })

  it('begins at the newest block with START_SLOT=latest', async () => {
    const stand = await node(trunk)
    const live = await following([stand], { startSlot: 'latest' })
    await live.reached(trunk)
    const more = grown(trunk, { slots: slotsFrom(46, 48) })
    stand.serve(more)
    await comesTo(more.slice(-4), live)
  })

  it('is gone on with after a restart, forked in between or not', async () => {
    const stand = await node(shortened(trunk, 10))
    const first = await following([stand])
    await first.reached(shortened(trunk, 10))
    await first.stop()
    stand.serve(trunk)
    const second = await following([stand], {}, first.store)
    await comesTo(trunk, second)
    await second.stop()
    const fork = grown(shortened(trunk, 7), { slots: slotsFrom(38, 50), fork: 'other' })
    stand.serve(fork)
    const third = await following([stand], {}, first.store)
    await comesTo(fork, third)
  })

  it('as finalized is followed behind its head, and nothing is kept to undo it', async () => {
    const stand = await node(trunk)
    stand.finalizedBehind = 20
    const live = await following([stand], { commitment: 'finalized' })
    const final = trunk.filter(({ slot }) => slot <= 24)
    await live.reached(final)
    expect(await slotReached(live.store)).toBe(24)
    expect((await live.store.get('SELECT count(*) AS n FROM undo_spent'))?.n).toBe(0n)
  })
})

describe('a chain that forks', () => {
  it.each([1, 5, 31])('by %i blocks while it is live', async (depth) => {
    const stand = await node(trunk)
    const live = await following([stand])
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

  it.each([1, 5, 31])('by %i blocks while it is caught up with', async (depth) => {
    const long = grown([], { slots: slotsFrom(1, 60) })
    const stand = await node(long)
    let fork: MadeChain = long
    // The chain leaves what is being fetched, in the middle of it.
    stand.script = ({ slot, earlier }) => {
      if (slot === 45 && earlier === 0) {
        fork = grown(shortened(long, 25 + depth), { slots: slotsFrom(36 - depth, 65), fork: 'other' })
        stand.serve(fork)
      }
      return slot === null ? null : { delay: slot % 3 }
    }
    const live = await following([stand])
    await comes(() => expect(fork).not.toBe(long))
    await comesTo(fork, live)
  })

  it('again and again, to and fro', async () => {
    const stand = await node(trunk)
    const live = await following([stand])
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
    stand.serve(grown(trunk, { slots: slotsFrom(56, 59) }))
    await comesTo(grown(trunk, { slots: slotsFrom(56, 59) }), live)
  })

  it('while blocks are held that wait for a parent of the fork that was left', async () => {
    const old = grown([], { slots: slotsFrom(1, 12) })
    const fork = grown(shortened(old, 4), { slots: slotsFrom(10, 14), fork: 'other' })
    const stand = await node(old)
    // Slot 9 is not there until the chain has left it; the blocks above it are held by then.
    stand.script = ({ slot }) => (slot === 9 ? { error: { code: -32004, message: 'Block not available' } } : null)
    const live = await following([stand])
    await requested(stand, 12)
    await live.reached(shortened(old, 4))
    stand.serve(fork)
    await comesTo(fork, live)
  })

  it('into a shorter one that stays: noticed though no block comes', async () => {
    const stand = await node(trunk)
    const live = await following([stand])
    await live.reached(trunk)
    const fork = grown(shortened(trunk, 2), { slots: [42, 44], fork: 'other' })
    stand.serve(fork)
    await comesTo(fork, live)
  })

  it('below what the store can take back ends the following with one line, and changes nothing', async () => {
    const chain = grown([], { slots: slotsFrom(1, 12) })
    const stand = await node(chain)
    stand.finalizedBehind = 0
    const first = await following([stand], { commitment: 'finalized' })
    await first.reached(chain)
    await first.stop()
    const before = await everyRow(first.store)
    stand.serve(grown(shortened(chain, 3), { slots: slotsFrom(10, 16), fork: 'other' }))
    const live = await following([stand], {}, first.store)
    await expect(live.done).rejects.toThrow(/^the chain forked below what the store can take back/)
    expect(await everyRow(live.store)).toEqual(before)
  })

  it('back to the very first block', async () => {
    const stand = await node(short)
    const live = await following([stand])
    await live.reached(short)
    const fork = grown([], { slots: slotsFrom(1, 20, [2]), fork: 'other' })
    stand.serve(fork)
    await comesTo(fork, live)
  })
})

/** A block with a transaction that cannot be read, where what it loads may be of interest. */
const damaged = (...readonly: string[]): Fault => ({
  result: (block) => {
    const { transactions, ...rest } = block as { transactions: unknown[] }
    const added = { transaction: ['AAAA', 'base64'], meta: { err: null, loadedAddresses: { writable: [], readonly } } }
    return { ...rest, transactions: [...transactions, added] }
  },
})
const DAMAGED = damaged(PROGRAM_IDS.compression)

/** A block whose transactions lack, or have otherwise, a member of their meta. Slot 9 of `short` holds compression. */
const withMeta = (member: object, only: (transaction: { meta: { err: unknown } }) => boolean = () => true): Fault => ({
  result: (block) => {
    const { transactions, ...rest } = block as { transactions: { meta: { err: unknown } }[] }
    const changed = (each: { meta: { err: unknown } }) =>
      only(each) ? { ...each, meta: { ...each.meta, ...member } } : each
    return { ...rest, transactions: transactions.map(changed) }
  },
})
const NOT_RECORDED: [string, Fault][] = [
  ['null', withMeta({ innerInstructions: null })],
  ['absent', withMeta({ innerInstructions: undefined })],
  ['text', withMeta({ innerInstructions: '[]' })],
  ['an object', withMeta({ innerInstructions: {} })],
  ['a list of null', withMeta({ innerInstructions: [null] })],
  ['a list without its instructions', withMeta({ innerInstructions: [{ index: 0, instructions: null }] })],
  ['a list of empty instructions', withMeta({ innerInstructions: [{ index: 0, instructions: [{}] }] })],
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
    const stand = await node(short, once(9, fault, 2))
    await comesTo(short, await following([stand]))
    expect(stand.requests.filter(({ slot }) => slot === 9).length).toBeGreaterThanOrEqual(3)
  })

  it('fails often and then gives a block with a damaged transaction, once: it is not believed for that', async () => {
    const stand = await node(short, ({ slot, earlier }) => {
      if (slot !== 9 || earlier > 4) return null
      return earlier < 4 ? { status: 500, body: 'no' } : DAMAGED
    })
    await comesTo(short, await following([stand]))
  })

  it('gives a damaged transaction that does not name the program: nobody looks at it', async () => {
    const stand = await node(short, ({ slot }) => (slot === 9 ? damaged() : null))
    await comesTo(short, await following([stand]))
    expect(stand.requests.filter(({ slot }) => slot === 9)).toHaveLength(1)
  })

  describe.each(NOT_RECORDED)('does not record inner instructions (%s)', (_, fault) => {
    it('is asked again for as long as it takes, and the log names method, slot and node', async () => {
      const stand = await node(short, once(9, fault, 8))
      await comesTo(short, await following([stand]))
      expect(stand.requests.filter(({ slot }) => slot === 9)).toHaveLength(9)
      const lines = stderr.mock.calls
        .map(([line]) => String(line))
        .filter((line) => line.includes('does not answer as it should') && line.includes('inner instructions'))
      expect(lines).toHaveLength(8)
      expect(lines[0]).toMatch(
        /"op":"getBlock","slot":9,.* did not record the inner instructions of transaction \w{80,}/,
      )
      expect(lines[0]).toContain('"ledger_node":1')
    })

    it('while another node does: that one is asked', async () => {
      const stands = [await node(short, ({ slot }) => (slot === null ? null : fault)), await node(short)]
      await comesTo(short, await following(stands))
    })
  })

  it('does not say whether transactions succeeded: asked again for as long as it takes', async () => {
    const stand = await node(short, once(9, withMeta({ err: undefined }), 6))
    await comesTo(short, await following([stand]))
    expect(stand.requests.filter(({ slot }) => slot === 9)).toHaveLength(7)
  })

  it('never records inner instructions: no slot with compression is passed', async () => {
    const stand = await node(short, ({ slot }) => (slot === 9 ? withMeta({ innerInstructions: null }) : null))
    const live = await following([stand])
    await comes(() => expect(stand.requests.filter(({ slot }) => slot === 9).length).toBeGreaterThan(20))
    expect(await slotReached(live.store)).toBe(8)
  })

  it('records no inner instructions of transactions that failed, or have nothing to do with compression: nobody minds', async () => {
    const chain = grown([], {
      slots: slotsFrom(1, 6),
      filling: (height, fork, slot) => [
        ...usualFilling(height, fork, slot),
        transactionOf(`failed ${height}`, [groupV1({ outputs: [] })], { err: { InsufficientFundsForFee: {} } }),
        transactionOf(`other ${height}`, [[{ ...TRANSFER, data: base58.decode(PROGRAM_IDS.compression) }]]),
      ],
    })
    const others = new Set(
      chain.flatMap(({ transactions }) => transactions.slice(-2).map((each) => JSON.stringify(each.transaction))),
    )
    const lacks = withMeta({ innerInstructions: null }, (each) =>
      others.has(JSON.stringify((each as object as { transaction: unknown }).transaction)),
    )
    const stand = await node(chain, ({ slot }) => (slot === null ? null : lacks))
    await comesTo(chain, await following([stand]))
    expect(stand.requests.filter(({ slot }) => slot === 3)).toHaveLength(1)
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
    const stand = await node(short, ({ slot }) => (slot === 9 ? odd : null))
    const live = await following([stand])
    await comesTo(short, live)
    expect(live.ledger.anomalies.misfits).toBe(0)
    expect(stand.requests.filter(({ slot }) => slot === 9)).toHaveLength(2)
  })

  it('says of a slot that it was skipped, though it was not: the block above it knows better', async () => {
    const gap = { error: { code: -32009, message: 'Slot was skipped, or missing in long-term storage' } }
    const stand = await node(trunk, ({ slot, earlier }) =>
      slot !== null && [1, 10, 11, 12, 33].includes(slot) && earlier < 2 ? gap : null,
    )
    const live = await following([stand])
    await comesTo(trunk, live)
    expect(live.ledger.anomalies.misfits).toBeGreaterThan(0)
  })

  it('says of the newest slot that it was skipped, though it was not: it is asked again though no block comes', async () => {
    const gap = {
      error: { code: -32007, message: 'Slot was skipped, or missing due to ledger jump to recent snapshot' },
    }
    const stand = await node(short, once(14, gap, 2))
    await comesTo(short, await following([stand]))
  })

  it('gives the block of an earlier slot, or of a fork that never was: no row is lost to it', async () => {
    const blockAt = (at: number) => {
      const { height, parentBlockhash, ...block } =
        trunk.find(({ slot }) => slot === at) ?? trunk[0] ?? Object.create(null)
      return { ...block, blockHeight: height, previousBlockhash: parentBlockhash }
    }
    const never = grown(shortened(trunk, 20), { slots: slotsFrom(35, 36), fork: 'never' }).at(-1)
    const stand = await node(trunk, ({ slot, earlier }) => {
      if (slot === 30 && earlier < 2) return { result: () => blockAt(25) }
      if (slot === 36 && earlier < 2)
        return {
          result: () => ({ ...blockAt(36), blockhash: never?.blockhash, previousBlockhash: never?.parentBlockhash }),
        }
      if (slot === 40 && earlier < 1) return { result: () => ({ ...blockAt(40), parentSlot: 12 }) }
      return null
    })
    const live = await following([stand])
    await comesTo(trunk, live)
    expect(live.ledger.anomalies.forks).toBe(0)
    expect(live.progress.undone).toBe(0)
  })

  it('gives an orphan, a block that left the chain long ago: the chain has not forked for that', async () => {
    const orphan = grown(shortened(trunk, 6), { slots: [44], fork: 'orphan' }).at(-1)
    const stand = await node(trunk, ({ slot, earlier }) =>
      slot === 44 && earlier < 2
        ? {
            result: (block) => ({
              ...(block as object),
              blockhash: orphan?.blockhash,
              parentSlot: orphan?.parentSlot,
              previousBlockhash: orphan?.parentBlockhash,
            }),
          }
        : null,
    )
    const live = await following([stand])
    await comesTo(trunk, live)
    expect(live.ledger.anomalies).toEqual({ misfits: 2, forks: 0 })
  })

  it('goes back, and comes again', async () => {
    const stand = await node(trunk)
    const live = await following([stand])
    await live.reached(trunk)
    const before = await everyRow(live.store)
    stand.serve(shortened(trunk, 25))
    const from = stand.requests.length
    // It is asked about the block that it no longer has.
    await requested(stand, 44, from)
    expect(await everyRow(live.store)).toEqual(before)
    const more = grown(trunk, { slots: slotsFrom(45, 53) })
    stand.serve(more)
    await comesTo(more, live)
    expect(live.ledger.anomalies.forks).toBe(0)
  })

  it('is away for a while', async () => {
    const stand = await node(shortened(trunk, 25))
    const live = await following([stand])
    await live.reached(shortened(trunk, 25))
    stand.script = () => ({ reset: true })
    await comes(async () => expect(await live.ledger.tip()).toBeNull())
    stand.serve(trunk)
    stand.script = null
    await comesTo(trunk, live)
    expect(await live.ledger.tip()).toBe(44)
  })

  it('has cleaned up what is wanted: another one is asked', async () => {
    const [young, old] = [await node(trunk), await node(trunk)]
    young.firstAvailable = 30
    await comesTo(trunk, await following([young, old]))
  })

  it('has cleaned up the start, and is alone: one line says so', async () => {
    const stand = await node(trunk)
    stand.firstAvailable = 44
    const live = await following([stand], { startSlot: 30 })
    await expect(live.done).rejects.toThrow('set START_SLOT=44 or later')
  })

  it('is on another chain: never asked again', async () => {
    const [stranger, right] = [await node(trunk), await node(trunk)]
    stranger.script = ({ method, earlier }) => (method === 'getGenesisHash' && earlier === 0 ? { status: 500 } : null)
    stranger.genesisHash = trunk[0]?.blockhash ?? ''
    await comesTo(trunk, await following([stranger, right]))
    await comes(() => expect(String(stderr.mock.calls)).toContain('on another chain'))
    expect(stranger.requests.map(({ method }) => method)).not.toContain('getBlock')
  })

  it('is one of two, and everything comes from the other', async () => {
    const [broken, right] = [
      await node(trunk, ({ method }) => (method === 'getGenesisHash' ? null : { status: 503 })),
      await node(trunk),
    ]
    const live = await following([broken, right])
    await comesTo(trunk, live)
    expect(right.requests.filter(({ method }) => method === 'getBlock').length).toBeGreaterThanOrEqual(trunk.length)
  })

  it('is never named by its URL, whatever goes wrong', async () => {
    const stand = await node(short, ({ earlier }) => {
      if (earlier < 2) return { status: 401, body: 'key CANARY is not known' }
      return earlier === 2 ? { error: { code: -32401, message: 'key CANARY is not known' } } : null
    })
    const url = `${stand.url.replace('//', '//user:CANARY@')}/?key=CANARY`
    const live = await following([{ ...stand, url }])
    await comesTo(short, live)
    const logged = stderr.mock.calls.flat().join('\n')
    expect(logged).toContain('HTTP 401')
    expect(logged).toContain('error -32401')
    expect(logged).not.toContain('CANARY')
    expect(logged).not.toContain(new URL(stand.url).port)
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
    const stand = await node(short, ({ method, slot, earlier }) => {
      // Which chain it is on must be said within half a minute.
      const fault = faults[earlier]
      if (fault && (method !== 'getGenesisHash' || earlier < 4)) return fault
      // A block that is otherwise empty: the transaction is taken for what the chain holds, and said to be none.
      const isEmpty = method === 'getBlock' && short.find((block) => block.slot === slot)?.transactions.length === 0
      return isEmpty ? { result: (right) => ({ ...Object(right), transactions: [damaged] }) } : null
    })
    const live = await following([{ ...stand, url: withCanaries(stand.url) }])
    await comesTo(short, live)
    expect(live.progress.undecodable).toBeGreaterThan(0)
    const logged = stderr.mock.calls.flat().join('\n')
    expect(logged).toContain('wanted a transaction in base64')
    expect(secretsOf([stand.url]).filter((secret) => logged.includes(secret))).toEqual([])
  })
})
