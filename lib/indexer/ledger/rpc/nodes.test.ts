import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { clockOf } from '@/lib/testing/clock'
import { comes } from '@/lib/testing/comes'
import { gate } from '@/lib/testing/gate'
import { logOfTest } from '@/lib/testing/log-of-test'
import { type NodeStandIn, type Script, startNode } from '@/lib/testing/node/stand-in'
import { nodeOfTest } from '@/lib/testing/of-test'
import { NodePool } from './nodes'

const log = logOfTest()
let nodes: [NodeStandIn, NodeStandIn]
beforeEach(async () => {
  nodes = [await nodeOfTest(), await nodeOfTest()]
})

/** Pauses are recorded and take no time. Timeouts never fire. */
function sleepers() {
  let now = 0
  const pauses: number[] = []
  const clock = clockOf(
    () => now,
    (ms) => {
      if ([1200, 5000, 20_000].includes(ms)) return new Promise(() => {})
      pauses.push(ms)
      now += ms
      return Promise.resolve()
    },
  )
  return { clock, pauses }
}

const { signal } = new AbortController()
const ask = (of: NodePool, attempt = 0) => of.ask('getSlot', [], (result) => result, { signal, attempt })
const urls = () => nodes.map(({ url }) => url)
const requestsTo = (node: NodeStandIn) => node.requests.filter(({ method }) => method === 'getSlot').length

it('asks the first node while it answers, another one while it does not, and the first again when it may', async () => {
  const { clock, pauses } = sleepers()
  const of = new NodePool({ urls: urls(), clock, random: () => 0.5 })
  await ask(of)
  expect(nodes.map(requestsTo)).toEqual([1, 0])
  const [first, second] = nodes
  first.script = () => ({ status: 500 })
  await ask(of)
  await ask(of)
  expect(nodes.map(requestsTo)).toEqual([2, 2])
  second.script = ({ earlier }) => (earlier === 2 ? { status: 429, headers: { 'retry-after': '7' } } : null)
  first.script = null
  await ask(of)
  // Both rest; the one whose rest ends first is called: 1.5 s against 7 s.
  expect(pauses).toEqual([1500])
  expect(nodes.map(requestsTo)).toEqual([3, 3])
})

const ON_ANOTHER: Script = ({ method }) =>
  method === 'getGenesisHash' ? { result: (hash) => String(hash).replace(/^./, '2') } : null

function followed() {
  const { clock, pauses } = sleepers()
  const replaced: string[] = []
  const of = new NodePool({ urls: urls(), clock, random: () => 1, onReplaced: (hash) => replaced.push(hash) })
  const [first, second] = nodes
  return { of, first, second, pauses, replaced }
}

const methodsOf = (node: NodeStandIn) => new Set(node.requests.map(({ method }) => method))

it('asks a node of another chain which one it is on, twice a minute at most, and nothing else until it is back', async () => {
  const { of, first, second, pauses, replaced } = followed()
  await ask(of)
  second.script = ON_ANOTHER
  await ask(of, 1)
  expect(second.requests.map(({ method }) => method)).toEqual(['getGenesisHash'])
  expect(of.aside).toBe(1)
  first.script = ({ method, earlier }) => (method === 'getSlot' && earlier < 8 ? { status: 503 } : null)
  await ask(of, 1)
  const seconds = pauses.reduce((sum, ms) => sum + ms, 0) / 1000
  expect(seconds).toBeGreaterThan(60)
  expect(second.requests.length - 1).toBeLessThanOrEqual(seconds / 30)
  expect(methodsOf(second)).toEqual(new Set(['getGenesisHash']))
  expect(log.text().match(/on another chain and is not asked/g)).toHaveLength(1)

  second.script = null
  first.script = ({ method }) => (method === 'getSlot' ? { status: 503 } : null)
  await ask(of)
  expect(requestsTo(second)).toBe(1)
  expect(of.aside).toBe(0)
  expect(log.text()).toContain('is on the chain again')
  expect(replaced).toEqual([])
})

it('asks a node again which chain it is on after it was away, and not after it refused or was asked too much', async () => {
  const [first] = nodes
  const of = new NodePool({ urls: [first.url], clock: sleepers().clock, random: () => 0 })
  await ask(of)
  const introductions: number[] = []
  const refused = { code: -32603, message: 'Internal error' }
  for (const fault of [{ status: 429 }, { error: refused }, { reset: true }, { status: 502 }] as const) {
    let faults = 1
    first.script = ({ method }) => (method === 'getSlot' && faults-- > 0 ? fault : null)
    await ask(of)
    introductions.push(first.requests.filter(({ method }) => method === 'getGenesisHash').length)
  }
  expect(introductions).toEqual([1, 1, 2, 3])
})

it('takes the chain for replaced when all nodes are on the same other one, and not while one that answers is not', async () => {
  const { of, first, second, replaced } = followed()
  await ask(of)
  await ask(of, 1)
  first.script = ON_ANOTHER
  expect(await of.confirm(0)).toBe(false)
  expect(of.aside).toBe(1)
  expect(replaced).toEqual([])
  second.script = () => ({ reset: true })
  expect(await of.confirm(0)).toBe(false)
  expect(replaced).toEqual([])
  second.script = ON_ANOTHER
  void ask(of).catch(() => undefined)
  await comes(() => expect(replaced).toEqual([first.genesisHash.replace(/^./, '2')]))
})

it('of several nodes at a start, follows what most say, or the first where they disagree one to one', async () => {
  const { clock } = sleepers()
  const [first, second] = nodes
  const third = await nodeOfTest()
  const genesisOf = (...of: NodeStandIn[]) =>
    new NodePool({ urls: of.map(({ url }) => url), clock, random: () => 1 }).genesis({ signal })
  first.script = ON_ANOTHER
  expect(await genesisOf(first, second, third)).toBe(second.genesisHash)
  expect(await genesisOf(first, second)).toBe(second.genesisHash.replace(/^./, '2'))
  expect(await genesisOf(second, first)).toBe(second.genesisHash)
  second.script = () => ({ reset: true })
  third.script = ON_ANOTHER
  expect(await genesisOf(second, third)).toBe(second.genesisHash.replace(/^./, '2'))
})

it('asks a place where nobody listens every five seconds at least: a validator that is reset is soon back', async () => {
  const { clock, pauses } = sleepers()
  const first = await startNode()
  await first.close()
  const of = new NodePool({ urls: [first.url], clock, random: () => 0.5 })
  const asking = ask(of)
  await comes(() => expect(pauses.length).toBeGreaterThan(6))
  expect(pauses.slice(0, 6)).toEqual([1500, 2500, 3000, 3000, 3000, 3000])
  const again = await startNode([], Number(new URL(first.url).port))
  onTestFinished(() => again.close())
  await asking
})

it('leaves a node alone for longer from failure to failure, and for as long as it asks', async () => {
  const { clock, pauses } = sleepers()
  const [first] = nodes
  first.script = ({ method, earlier }) => (method === 'getSlot' && earlier < 6 ? { status: 503 } : null)
  const of = new NodePool({ urls: [first.url], clock, random: () => 1 })
  await ask(of)
  expect(pauses).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000])
  first.script = ({ earlier }) => (earlier === 7 ? { status: 429, headers: { 'retry-after': '3600' } } : null)
  await ask(of)
  expect(pauses.at(-1)).toBe(60_000)
  first.script = ({ earlier }) => (earlier === 9 ? { status: 429, headers: { 'ratelimit-reset': '11' } } : null)
  await ask(of)
  expect(pauses.at(-1)).toBe(11_000)
})

it('takes requests that fail side by side for one failure', async () => {
  const { clock, pauses } = sleepers()
  const [first] = nodes
  const of = new NodePool({ urls: [first.url], clock, random: () => 1 })
  await ask(of)
  const { until, open: fail } = gate()
  first.script = ({ method, earlier }) => (method === 'getSlot' && earlier <= 10 ? { until, status: 503 } : null)
  const all = Promise.all(Array.from({ length: 10 }, () => ask(of)))
  await vi.waitFor(() => expect(requestsTo(first)).toBe(11))
  fail()
  await all
  // The pause after a first failure; after ten in a row it would be half a minute.
  expect(Math.max(...pauses)).toBe(2_000)
})

async function expectAtOnce(of: NodePool, node: NodeStandIn, expected: number): Promise<void> {
  const before = node.requests.length
  const { until, open } = gate()
  node.script = () => ({ until })
  const all = Promise.all(Array.from({ length: 40 }, () => ask(of)))
  await comes(() => expect(node.requests.length - before).toBe(expected))
  await ask(new NodePool({ urls: [nodes[1].url], clock: sleepers().clock, random: () => 0 }))
  expect(node.requests.length - before).toBe(expected)
  open()
  await all
}

it.each([
  ['a 429', { status: 429 }],
  ['error 429 beside HTTP 200', { error: { code: 429, message: 'Too many requests' } }],
  ['error -32429 beside HTTP 200', { error: { code: -32429, message: 'rate limited' } }],
])('has at most twenty requests at once, and half as many after %s', async (_, refusal) => {
  const [first] = nodes
  const of = new NodePool({ urls: [first.url], clock: sleepers().clock, random: () => 0 })
  await ask(of)
  await expectAtOnce(of, first, 20)
  let limited = true
  first.script = () => {
    const fault = limited ? refusal : null
    limited = false
    return fault
  }
  await ask(of)
  await expectAtOnce(of, first, 10)
})

it.each([
  ['when its limit begins again', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '7' }, 7000],
  ['a second where it does not say when', { 'x-ratelimit-rps-remaining': '0' }, 1000],
  ['ten seconds at most', { 'ratelimit-remaining': '0', 'ratelimit-reset': '3600' }, 10_000],
])(
  'asks a node that says nothing is left of its limit again %s, and another one meanwhile',
  async (_, headers, wait) => {
    const { of, first, second, pauses } = followed()
    first.script = () => ({ headers })
    await ask(of)
    await ask(of)
    expect([requestsTo(first), requestsTo(second)]).toEqual([1, 1])
    expect(pauses).toEqual([])
    second.script = () => ({ status: 429, headers: { 'retry-after': '60' } })
    await ask(of)
    expect([requestsTo(first), requestsTo(second)]).toEqual([2, 2])
    expect(pauses).toEqual([wait])
    expect(log.text()).not.toContain('"ledger_node":1')
  },
)

it('counts requests under way as part of what a node says is left', async () => {
  const { clock, pauses } = sleepers()
  const [first] = nodes
  const of = new NodePool({ urls: [first.url], clock, random: () => 0 })
  await ask(of)
  const { until, open } = gate()
  first.script = ({ earlier }) => (earlier === 1 ? { headers: { 'x-ratelimit-remaining': '3' } } : { until })
  const four = [1, 2, 3, 4].map(() => ask(of))
  await Promise.race(four)
  await comes(() => expect(requestsTo(first)).toBe(5))
  first.script = null
  await ask(of)
  expect(pauses).toEqual([1000])
  open()
  await Promise.all(four)
})
