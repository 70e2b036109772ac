import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HistoryStep } from '@/lib/account/history/step'
import { ProblemError } from '@/lib/api/problem'
import { clock } from '@/lib/platform/clock'
import type { NodeTransaction } from '@/lib/protocol/solana/node-transaction'
import { AccountChain, hashOf } from '@/lib/testing/indexer/account-chain'
import { sourcesOf, updated, walkedWhole } from '@/lib/testing/indexer/history-walks'
import { signedTransaction } from '@/lib/testing/node/signed-transaction'
import type { NodeStandIn, Script } from '@/lib/testing/node/stand-in'
import { folderOfTest, indexerOfTest, nodeOfTest } from '@/lib/testing/of-test'
import { networkAt } from '@/lib/testing/upstream/networks'
import { virtualTime } from '@/lib/testing/virtual-time'
import { createNetwork, type Network, setChain } from '../networks/networks'
import { nodeAccounts } from './accounts'
import { assertIdentity } from './identity'
import { chainOf, chainStates } from './node'
import { programs } from './programs'
import { StoredTransactions, storedTransactions } from './stored-transactions'
import { isTransactionInMemory, nodeTransaction } from './transaction'

const time = virtualTime()

beforeEach(() => vi.stubEnv('DATA_DIR', folderOfTest()))
const TRANSACTION = signedTransaction('a', 100)
const LATER = 100_000

async function networkWith(nodes: readonly { url: string }[], own = false, slot = 100): Promise<Network> {
  const { signature } = TRANSACTION
  const indexer = await indexerOfTest({ latest: own ? [] : [{ signature, slot, blockTime: 1_700_000_100 }] })
  const network = networkAt(indexer.url)
  setChain(network, { urls: nodes.map(({ url }) => url), own })
  return network
}

async function node(script: Script | null = null): Promise<NodeStandIn> {
  const made = await nodeOfTest()
  made.serve([], LATER)
  made.transactions.set(TRANSACTION.signature, TRANSACTION.answer)
  made.script = script
  return made
}

async function stepOf(chain: AccountChain, hash: string): Promise<HistoryStep> {
  const sources = sourcesOf(chain)
  await walkedWhole(hash, sources)
  const step = sources.store.get(hash)
  if (!step) throw new Error('nothing is stored')
  return step
}

const soon = () => clock().monotonic() + 4_000

async function outcome(network: Network, signature = TRANSACTION.signature): Promise<string> {
  return settled(wordsOf(network, signature))
}

async function settled<T>(work: Promise<T>): Promise<T> {
  let isOver = false
  const pending = work.finally(() => {
    isOver = true
  })
  for (let i = 0; !isOver && i < 100; i++) await time.pass(100)
  return pending
}

async function wordsOf(network: Network, signature: string): Promise<string> {
  try {
    const { slot, finalized, unchecked } = await nodeTransaction(network, signature, soon())
    return `slot ${slot}${finalized ? ' final' : ''}${unchecked ? ' unchecked' : ''}`
  } catch (error) {
    if (error instanceof ProblemError) return `${error.problem.code}: ${error.problem.detail}`
    throw error
  }
}

const callsOf = ({ requests }: NodeStandIn, method: string) => requests.filter((each) => each.method === method).length

describe('a transaction', () => {
  test('comes with every digit, once for all who ask at once, and not again while it is stored', async () => {
    const chain = await node()
    const network = await networkWith([chain], true)
    expect(isTransactionInMemory(network, TRANSACTION.signature)).toBe(false)
    const readers = Array.from({ length: 20 }, () => nodeTransaction(network, TRANSACTION.signature, soon()))
    const [first] = await Promise.all(readers)
    expect(first).toMatchObject({ slot: 100, blockTime: 1_700_000_100, finalized: true, unchecked: false })
    expect(first?.meta).toMatchObject({ fee: 9007199254740993n })
    expect(callsOf(chain, 'getTransaction')).toBe(1)
    expect(isTransactionInMemory(network, TRANSACTION.signature)).toBe(true)
    await time.pass(3_600_000)
    await chain.close()
    expect(await outcome(network)).toBe('slot 100 final')
    expect(chainOf(network)?.counts).toMatchObject({ calls: { getTransaction: { ok: 1 } }, fromDisk: 1 })
  })

  test('whose slot is not finalized yet is not stored', async () => {
    const chain = await node()
    chain.serve([], 110)
    const network = await networkWith([chain], true)
    expect(await outcome(network)).toBe('slot 100')
    chain.serve([], LATER)
    await time.pass(5_000)
    expect(await outcome(network)).toBe('slot 100 final')
    expect(callsOf(chain, 'getTransaction')).toBe(2)
  })

  test('that no node has is named unknown; without a node, what one would add is told', async () => {
    const network = await networkWith([await node(), await node()], true)
    expect(await outcome(network, signedTransaction('b', 1).signature)).toMatch(
      /^transaction_unknown: 2 chain nodes do not have this transaction/,
    )
    const bare = await networkWith([])
    setChain(bare, { urls: [], own: false })
    expect(await outcome(networkAt('http://127.0.0.1:9'))).toMatch(/^no_chain_node: No Solana node is configured/)
  })

  test('comes from the next node where the first fails, is slow or does not have it', async () => {
    const sound = await node()
    const lacking = await node()
    lacking.transactions.clear()
    for (const first of [lacking, await node(() => ({ reset: true })), await node(() => ({ status: 500 }))]) {
      expect(await outcome(await networkWith([first, sound], true))).toBe('slot 100 final')
    }
  })
})

describe('a transaction of compression', () => {
  const made = new AccountChain('v2', 'readOnly', { slot: 100 })
  updated(made, 2)
  const [signature, whole] = [...made.transactions].at(-1) as [string, NodeTransaction]
  const { slot, blockTime, transaction, meta, version } = whole
  const answer = { slot, blockTime, transaction, meta, version }
  const lacking = (innerInstructions: unknown): Script => {
    return ({ method }) =>
      method === 'getTransaction'
        ? { result: () => ({ ...answer, meta: { ...(meta as object), innerInstructions } }) }
        : null
  }
  const nodeWith = async (script: Script | null = null) => {
    const one = await node(script)
    one.transactions.set(signature, answer)
    return one
  }
  const innerOf = async (network: Network) => {
    const found = await nodeTransaction(network, signature, soon())
    return (found.meta as { innerInstructions?: unknown }).innerInstructions
  }
  // Loaded and derived once, in real time: virtual deadlines must not pass meanwhile.
  beforeAll(async () => {
    await import('../../protocol/solana/verify-signatures')
    await programs()
  })

  const recorded = (meta as { innerInstructions: unknown }).innerInstructions

  test.each([null, undefined, {}])(
    'comes from the next node where the first has %s for inner instructions',
    async (none) => {
      const network = await networkWith([await nodeWith(lacking(none)), await nodeWith()], true)
      expect(await innerOf(network)).toEqual(recorded)
      expect(storedTransactions().get(network.name, signature)).not.toBeNull()
    },
  )

  test.each([null, undefined, []])(
    'that comes with %s for inner instructions is never stored, and asked for again',
    async (none) => {
      const chain = await nodeWith(lacking(none))
      const network = await networkWith([chain, await node(() => ({ status: 500 }))], true)
      expect(await settled(innerOf(network))).toEqual(none)
      expect(storedTransactions().get(network.name, signature)).toBeNull()
      chain.script = null
      await time.pass(5_000)
      expect(await innerOf(network)).toEqual(recorded)
    },
  )

  test('that an earlier version stored without inner instructions is asked for again, and replaced', async () => {
    const network = await networkWith([await nodeWith()], true)
    storedTransactions().keep(network.name, { ...whole, meta: { ...(meta as object), innerInstructions: null } })
    expect(await innerOf(network)).toEqual(recorded)
    expect(storedTransactions().get(network.name, signature)?.meta).toMatchObject({ innerInstructions: recorded })
  })
})

test('a transaction that changes nothing is not stored as final where the indexer lists it', async () => {
  const chain = await node()
  const network = await networkWith([chain])
  expect(await outcome(network)).toBe('slot 100 final')
  expect(storedTransactions().get(network.name, TRANSACTION.signature)).toBeNull()
  await time.pass(5_000)
  expect(await outcome(network)).toBe('slot 100 final')
  expect(callsOf(chain, 'getTransaction')).toBeGreaterThan(2)
})

describe('what is not believed', () => {
  const edited = (edit: (answer: typeof TRANSACTION.answer) => unknown): Script => {
    return ({ method }) =>
      method === 'getTransaction' ? { result: (right) => edit(structuredClone(right) as never) } : null
  }
  const wire = (answer: typeof TRANSACTION.answer, change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(answer.transaction[0], 'base64')
    change(bytes)
    return { ...answer, transaction: [bytes.toString('base64'), 'base64'] }
  }

  test.each<[string, Script, RegExp]>([
    [
      'another transaction',
      edited(() => signedTransaction('b', 100).answer),
      /another transaction than the one requested/,
    ],
    [
      'a changed message',
      edited((answer) => wire(answer, (bytes) => bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100))),
      /signature does not fit/,
    ],
    ['bytes that are none', edited((answer) => ({ ...answer, transaction: ['AAAA', 'base64'] })), /are no transaction/],
    ['another encoding', edited((answer) => ({ ...answer, transaction: answer.transaction[0] })), /cannot be read/],
    ['a slot that is none', edited((answer) => ({ ...answer, slot: -1 })), /cannot be read/],
    ['no meta', edited((answer) => ({ ...answer, meta: null })), /cannot be read/],
    ['text that is no JSON', () => ({ body: '<html>' }), /cannot be read/],
    ['a part of an answer', () => ({ cutAfter: 20 }), /cannot be read/],
    ['deep nesting', () => ({ body: '['.repeat(200_000) }), /cannot be read/],
  ])('%s', async (_, script, words) => {
    const shown = await outcome(await networkWith([await node(script)], true))
    expect(shown).toMatch(/^chain_mismatch: /)
    expect(shown).toMatch(words)
  })

  test.each<[string, Script, RegExp]>([
    ['a node that is down', () => ({ reset: true }), /unreachable/],
    ['one that limits', () => ({ status: 429, headers: { 'retry-after': '7' } }), /rate limiting/],
    ['one that limits inside of a 200', () => ({ error: { code: -32429, message: 'https://h/KEY' } }), /rate limiting/],
    ['one that refuses the key', () => ({ status: 401 }), /credentials/],
    ['one that fails', () => ({ error: { code: -32603, message: 'https://h/KEY' } }), /returned error -32603/],
  ])('%s is its own state', async (_, script, words) => {
    const shown = await outcome(await networkWith([await node(script)], true))
    expect(shown).toMatch(/^chain_unavailable: /)
    expect(shown).toMatch(words)
    expect(shown).not.toContain('KEY')
  })

  test('a node that hangs is given up at the deadline', async () => {
    const chain = await node(() => ({ until: new Promise(() => {}) }))
    expect(await outcome(await networkWith([chain], true))).toMatch(
      /^chain_unavailable: The chain node did not respond in time/,
    )
  })

  test('lines of a log with a piece of a configured URL are left out and counted', async () => {
    const logged = signedTransaction('logs', 100, ['Program log: fine', 'Program log: s3cretKey99', 'last'])
    const chain = await node()
    chain.transactions.set(logged.signature, logged.answer)
    const network = await networkWith([{ url: `${chain.url}/?api-key=s3cretKey99` }], true)
    const found = await nodeTransaction(network, logged.signature, soon())
    expect(found).toMatchObject({ logsLeftOut: 1, meta: { logMessages: ['Program log: fine', 'last'] } })
    expect(JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      's3cret',
    )
  })
})

describe('which chain a node is on', () => {
  test('a recent signature of the indexer in the same slot shows it', async () => {
    const chain = await node()
    const network = await networkWith([chain])
    expect(chainStates(network)).toEqual(['unchecked'])
    expect(await outcome(network)).toBe('slot 100 final')
    expect(chainStates(network)).toEqual(['checked'])
  })

  test.each([
    ['mainnet-beta', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'],
    ['devnet', 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'],
    ['testnet', '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY'],
  ])('the genesis hash of %s shows it, and no other one does', async (name, genesisHash) => {
    const states = []
    for (const hash of [genesisHash.replace(/^./, '2'), genesisHash]) {
      const standIn = await node()
      standIn.genesisHash = hash
      const network = createNetwork({ name, url: 'http://127.0.0.1:1', path: 'base', embedded: false }, true)
      setChain(network, { urls: [standIn.url], own: false })
      await outcome(network)
      states.push(...chainStates(network))
    }
    expect(states).toEqual(['wrong', 'checked'])
  })

  test('a node that has it in another slot is on another chain, and is not asked again', async () => {
    const chain = await node()
    const network = await networkWith([chain], false, 99)
    expect(await outcome(network)).toMatch(/^wrong_chain: /)
    const before = chain.requests.length
    await time.pass(60_000)
    expect(await outcome(network)).toMatch(/^wrong_chain: /)
    expect(chain.requests.length).toBe(before)
    expect(chainStates(network)).toEqual(['wrong'])
  })

  test('nodes of one network must agree on the genesis hash', async () => {
    const [first, second] = [await node(), await node()]
    second.genesisHash = signedTransaction('x', 1).signature.slice(0, 44)
    const other = signedTransaction('only the second', 100)
    second.transactions.set(other.signature, other.answer)
    const network = await networkWith([first, second])
    expect(await outcome(network)).toBe('slot 100 final')
    expect(await outcome(network, other.signature)).toMatch(/^transaction_unknown: /)
    expect(callsOf(second, 'getTransaction')).toBe(0)
  })

  test('one that does not know the signature stays unchecked, which its answers tell and nothing is stored of', async () => {
    const chain = await node()
    const other = signedTransaction('b', 100)
    chain.transactions.set(other.signature, other.answer)
    chain.transactions.delete(TRANSACTION.signature)
    const network = await networkWith([chain])
    expect(await outcome(network, other.signature)).toBe('slot 100 final unchecked')
  })

  test.each([
    ['one that has cleaned up what a far indexer knows may be on its chain', 101, 'unchecked'],
    ['one that knows none of several signatures is on another', 0, 'wrong'],
  ])('%s', async (_, firstAvailable, state) => {
    const standIn = await node()
    const signatures = ['b', 'c', 'd', 'e'].map((name) => signedTransaction(name, 100).signature)
    const latest = signatures.map((signature) => ({ signature, slot: 100, blockTime: 1_700_000_100 }))
    const indexer = await indexerOfTest({ latest })
    const network = networkAt(indexer.url)
    setChain(network, { urls: [standIn.url], own: false })
    standIn.firstAvailable = firstAvailable
    const chain = chainOf(network)
    const [first] = chain?.nodes ?? []
    if (!chain || !first) throw new Error('no node')
    for (let i = 0; i < 4; i++) await assertIdentity(network, chain, first, { deadline: soon(), by: 'interactive' })
    expect(chainStates(network)).toEqual([state])
  })
})

test('accounts of the chain come in the order of their addresses, with every digit', async () => {
  const chain = await node()
  chain.accounts.set('b', { owner: 'o', data: new Uint8Array([1, 2, 3]) })
  const network = await networkWith([chain], true)
  expect(await nodeAccounts(network, ['a', 'b'], soon())).toEqual({
    slot: expect.any(Number),
    accounts: [null, { owner: 'o', lamports: 1_000_000_000n, data: Buffer.from([1, 2, 3]) }],
  })
})

describe('stored transactions', () => {
  const stored = (name: string) => {
    const { signature, answer } = signedTransaction(name, 1)
    return { signature, finalized: true, unchecked: false, logsLeftOut: 0, ...answer }
  }

  test('outlive the process, digit by digit, and leave with the chain that they were on', () => {
    const at = folderOfTest()
    const first = new StoredTransactions(at)
    first.onChain('n', 'genesis 1')
    first.keep('n', stored('a'))
    first.close()
    const second = new StoredTransactions(at)
    expect(second.get('n', stored('a').signature)).toEqual(stored('a'))
    expect(second.get('other', stored('a').signature)).toBeNull()
    second.onChain('n', 'genesis 1')
    expect(second.get('n', stored('a').signature)).not.toBeNull()
    second.onChain('n', 'genesis 2')
    expect(second.get('n', stored('a').signature)).toBeNull()
    second.close()
  })

  test('account versions outlive the process with every u64, and leave with the chain as well', async () => {
    const made = new AccountChain('v2', 'readOnly')
    const hash = updated(made, 2).map(hashOf).at(-1) as string
    const step = await stepOf(made, hash)
    const at = folderOfTest()
    const first = new StoredTransactions(at)
    first.onChain('n', 'genesis 1')
    first.keepValue('n', hash, step)
    first.keepValue('n', hash, { ...step, next: { kind: 'unknown' } })
    first.close()
    const second = new StoredTransactions(at)
    expect(second.value('n', hash)).toEqual({ ...step, next: { kind: 'unknown' } })
    expect(second.value('other', hash)).toBeNull()
    second.onChain('n', 'genesis 2')
    expect(second.value('n', hash)).toBeNull()
    second.close()
  })

  test('the oldest leave when there are too many bytes', () => {
    const all = Array.from({ length: 40 }, (_, i) => stored(`t${i}`))
    const small = new StoredTransactions(folderOfTest(), 8_000)
    for (const each of all) small.keep('n', each)
    const present = all.map(({ signature }) => small.get('n', signature) !== null)
    expect(present.at(-1)).toBe(true)
    expect(present.indexOf(true)).toBeGreaterThan(0)
    expect(present.slice(present.indexOf(true)).every(Boolean)).toBe(true)
    small.close()
  })

  test('a file that is none of ours is left as it is, and nothing is stored', () => {
    const at = folderOfTest()
    fs.writeFileSync(path.join(at, 'transactions.sqlite'), 'not a database, and long enough to be looked at'.repeat(50))
    const none = new StoredTransactions(at)
    none.keep('n', stored('a'))
    expect(none.get('n', stored('a').signature)).toBeNull()
    none.close()
  })
})
