import { beforeEach, describe, expect, it, vi } from 'vitest'
import { parseJson } from '@/lib/protocol/rpc/json'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { AccountChain, indexed, serveChain } from '@/lib/testing/indexer/account-chain'
import { updated } from '@/lib/testing/indexer/history-walks'
import type { Fault, NodeStandIn } from '@/lib/testing/node/stand-in'
import { folderOfTest, nodeOfTest } from '@/lib/testing/of-test'
import { socketsRead, until } from '@/lib/testing/until'
import { networkAt } from '@/lib/testing/upstream/networks'
import { RatePlan } from '../rpc-client/rate-plan'
import { type Network, networkNamed, setChain } from '../upstream/networks/networks'
import type { HappenedAnswer } from './happened'
import { keptText } from './kept'
import { readsUnasked } from './what-happened'

const explorer = explorerPerTest()
const chain = new AccountChain('v2', 'readOnly', { slot: 418_000_000 })
updated(chain, 80)
const signatures = [...chain.transactions.keys()]
const last = signatures.at(-1) as string

let node: NodeStandIn

beforeEach(async () => {
  node = await nodeOfTest()
  serveChain(node, chain)
  Object.assign(explorer.indexer.data, indexed(chain))
  vi.stubEnv('CHAIN_URL', `near=${node.url}`)
  vi.stubEnv('DATA_DIR', folderOfTest())
  await explorer.restart()
})

async function get(of: readonly string[], more = '') {
  const { status, text } = await explorer.get(`transactions?signatures=${of.join(',')}${more}`)
  return { status, body: parseJson(text) as HappenedAnswer & { code?: string; detail?: string } }
}

/** Asks as a page does, until it is no longer pending. */
async function settled(signature: string) {
  for (;;) {
    const [item] = (await get([signature])).body.result
    if (item?.state !== 'pending') return item
    await socketsRead()
  }
}

const kept = () => signatures.filter((one) => keptText(networkNamed('near') as Network, one) !== null).length

async function keeps(count: number): Promise<void> {
  await until(() => kept() >= count)
  for (let i = 0; i < 5; i++) await socketsRead()
  expect(kept()).toBe(count)
}

describe('GET /api/v1/transactions', () => {
  it.each([
    ['none', '', '“” is none'],
    ['one that is none', `${last},xyz`, '“xyz” is none'],
    ['too many', signatures.slice(0, 51).join(','), '51 were given'],
  ])('refuses %s, and says which it is and how many may be given', async (_, list, why) => {
    const { status, body } = await get([list])
    expect(status).toBe(400)
    expect(body.detail).toContain('must be 1 to 50 signatures separated by commas')
    expect(body.detail).toContain(why)
    expect(node.requests).toEqual([])
  })

  it('answers at once, then with a sentence that takes no call any more, nor after a new start', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    node.script = () => ({ until: held })
    expect((await get([last])).body.result).toEqual([{ signature: last, state: 'pending', retryAfterMs: 1_000 }])
    node.script = null
    release()
    const described = await settled(last)
    expect(described).toMatchObject({ state: 'described', description: { text: expect.stringMatching(/./) } })
    expect(described).not.toHaveProperty('retryAfterMs')
    await explorer.restart()
    node.requests.length = 0
    const { body } = await get([last])
    expect(body).toEqual({ result: [described], meta: { network: 'near', complete: true, automatic: true } })
    expect(node.requests).toEqual([])
  })

  it('begins no more of a request, however many it names', async () => {
    const pauses = async (of: readonly string[]) =>
      (await get(of)).body.result.map((item) => (item.state === 'pending' ? item.retryAfterMs : 0))
    // Were more begun, the minute would be full.
    expect(await pauses(signatures.slice(20, 70))).toEqual(Array(50).fill(1_000))
    expect(new Set(await pauses(signatures.slice(50, 80)))).not.toContain(60_000)
    await keeps(20)
  })

  it('begins ten a request and sixty a minute, and says when others get their turn', async () => {
    for (const count of [10, 20, 30, 40, 50, 60]) {
      await get(signatures.slice(count - 10, count + 20))
      await keeps(count)
      await explorer.clock.pass(1_000)
    }
    const { body } = await get(signatures.slice(60))
    expect(new Set(body.result.map(({ state }) => state))).toEqual(new Set(['pending']))
    const waits = body.result.map(({ retryAfterMs }) => retryAfterMs)
    expect(waits).toEqual([...Array(10).fill(54_000), ...Array(waits.length - 10).fill(55_000)])
    await explorer.clock.pass(60_000)
    await get(signatures.slice(60))
    await keeps(70)
  })

  it.each<[string, Fault, object]>([
    ['is down', { reset: true }, { code: 'chain_unavailable', detail: 'The chain node is unreachable.' }],
    [
      'is limited',
      { status: 429, headers: { 'retry-after': '7' } },
      { code: 'chain_unavailable', detail: expect.stringContaining('rate limiting') },
    ],
    ['lacks it', { result: () => null }, { code: 'transaction_unknown' }],
    ['sends another one', { result: (right) => ({ ...Object(right), slot: 'x' }) }, { code: 'chain_mismatch' }],
  ])(
    'tells what is wrong where the node %s, keeps nothing of it, and tries again in time',
    async (_, fault, problem) => {
      node.script = ({ method, params }) => (method === 'getTransaction' && params[0] === last ? fault : null)
      const failed = await settled(last)
      expect(failed).toMatchObject({ state: 'failed', problem, retryAfterMs: expect.any(Number) })
      const calls = node.requests.length
      expect(await settled(last)).toEqual(failed)
      expect(node.requests).toHaveLength(calls)
      node.script = null
      await explorer.clock.pass(60_000)
      expect(await settled(last)).toMatchObject({ state: 'described' })
      expect(kept()).toBe(1)
    },
  )

  it('says that a node is of another chain, and that there is none', async () => {
    vi.stubEnv('INDEXER_URL', `devnet=${explorer.indexer.url}`)
    vi.stubEnv('CHAIN_URL', `devnet=${node.url}`)
    await explorer.restart()
    expect(await settled(last)).toMatchObject({ state: 'failed', problem: { code: 'wrong_chain' } })
    vi.stubEnv('CHAIN_URL', '')
    await explorer.restart()
    expect(await get([last])).toMatchObject({ status: 501, body: { code: 'no_chain_node' } })
  })

  it('keeps as final only what is finalized, and forgets what left the chain', async () => {
    serveChain(node, chain, chain.slot)
    expect(await settled(last)).toMatchObject({ state: 'described', retryAfterMs: 60_000 })
    node.transactions.delete(last)
    await explorer.clock.pass(60_000)
    await settled(last)
    expect(await settled(last)).toMatchObject({ state: 'failed', problem: { code: 'transaction_unknown' } })
    await explorer.restart()
    expect(kept()).toBe(0)
  })
})

it('a node that does not answer leaves rows pending, and then says so', async () => {
  node.script = ({ method }) => (method === 'getTransaction' ? { until: new Promise(() => {}) } : null)
  expect((await get([last])).body.result).toMatchObject([{ state: 'pending' }])
  await until(() => node.requests.some(({ method }) => method === 'getTransaction'))
  const detail = 'The chain node did not respond in time.'
  for (let seconds = 0; ; seconds++) {
    const [item] = (await get([last])).body.result
    if (item?.state !== 'pending') {
      expect(item).toMatchObject({ state: 'failed', problem: { code: 'chain_unavailable', detail } })
      break
    }
    expect(seconds).toBeLessThan(10)
    await socketsRead()
    await explorer.clock.pass(1_000)
  }
})

describe('transactions are read unasked', () => {
  const networkWith = (url: string, plan: RatePlan | null) => {
    const network = networkAt('http://127.0.0.1:9/')
    setChain(network, { urls: [url], own: false }, plan)
    return network
  }

  it('from a node on this machine, and from none elsewhere without a plan', () => {
    expect(readsUnasked(networkAt('http://127.0.0.1:9/'))).toBe(false)
    expect(readsUnasked(networkWith('http://127.0.0.1:8899/', null))).toBe(true)
    expect(readsUnasked(networkWith('https://node.example/', null))).toBe(false)
  })

  it('while half of the plan was unused for a minute', async () => {
    const plan = new RatePlan(10)
    const network = networkWith('https://node.example/', plan)
    const use = async (calls: number) => {
      for (let second = 0; second < 60; second++) {
        for (let i = 0; i < calls; i++) plan.take()
        await explorer.clock.pass(1_000)
      }
    }
    expect(readsUnasked(network)).toBe(false)
    await use(5)
    expect(readsUnasked(network)).toBe(true)
    await use(6)
    expect(readsUnasked(network)).toBe(false)
    await use(0)
    expect(readsUnasked(network)).toBe(true)
  })
})
