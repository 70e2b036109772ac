import http from 'node:http'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { RpcError } from '@/lib/protocol/rpc/failure'
import { portOfTest } from '@/lib/testing/of-test'
import { onlyIndexer } from '@/lib/testing/upstream/networks'
import { virtualTime } from '@/lib/testing/virtual-time'
import { limits } from '../../rpc-client/limits'
import { Urgency } from '../../rpc-client/urgency'
import { callNode } from '../chain/call'
import { chainOf } from '../chain/node'
import { createNetwork, type Network, setChain } from '../networks/networks'
import { callForProbe, callIndexer } from './call'
import { upstreamOf } from './indexers'

const clock = virtualTime(Date.UTC(2026, 10, 20))
let network: Network
let at: number[]
let answers: { status?: number; headers?: Record<string, string> }[]

beforeEach(async () => {
  at = []
  answers = [{}]
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const server = http.createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    at.push(clock.monotonic())
    const { status = 200, headers = {} } = (answers.length > 1 ? answers.shift() : answers[0]) ?? {}
    response.sendDate = false
    response.writeHead(status, headers)
    response.end(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id, result: 1 }))
  })
  const url = `http://127.0.0.1:${await portOfTest(server)}`
  network = createNetwork({ name: 'near', url, path: 'method', embedded: false }, true)
  setChain(network, { urls: [url], own: true })
  Object.assign(limits(), { retryPauseMs: 0 })
})

const deadline = () => clock.monotonic() + limits().totalMs

const callers: Record<string, () => Promise<unknown>> = {
  'an indexer': () => callIndexer(onlyIndexer(network), 'getIndexerSlot', {}, deadline(), new Urgency('interactive')),
  'an indexer, for its check': () => callForProbe(onlyIndexer(network), 'getIndexerSlot', {}, deadline()),
  'a chain node': () => {
    const chain = chainOf(network)
    const [node] = chain?.nodes ?? []
    if (!chain || !node) throw new Error('there is no chain node')
    return callNode(node, chain.counts, 'getSlot', [], { deadline: deadline(), by: 'interactive' })
  },
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof RpcError ? error.failure : error),
  )

describe.each(Object.keys(callers))('%s', (name) => {
  const call = () => (callers[name] as () => Promise<unknown>)()
  const timed = async () => {
    const { pace } =
      name === 'a chain node'
        ? (chainOf(network)?.nodes[0] ?? upstreamOf(onlyIndexer(network)))
        : upstreamOf(onlyIndexer(network))
    const waitMs = pace.waitMs()
    const [answer] = await Promise.all([call(), clock.pass(waitMs)])
    return answer
  }

  test('that has no calls left is left alone until its reset', async () => {
    answers = [{ headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1.5' } }, {}]
    await timed()
    await timed()
    await timed()
    expect(at).toEqual([0, 1_500, 1_500])
  })

  test('that has none left and names no reset is left alone for a second', async () => {
    answers = [{ headers: { 'ratelimit-remaining': '0' } }, {}]
    await timed()
    await timed()
    expect(at).toEqual([0, 1_000])
  })

  test('whose reset is further away than a reader would wait for is not asked, and readers learn how long that takes', async () => {
    answers = [{ headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '7' } }, {}]
    await timed()
    expect(await failure(call())).toMatchObject({ kind: 'http', status: 429, retryAfterMs: 7_000 })
    await clock.pass(7_000)
    expect(await failure(timed())).toBeNull()
    expect(at).toEqual([0, 7_000])
  })

  test('that names a reset in an hour is asked after ten seconds, and hardly believed once it has answered', async () => {
    answers = [{ headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '3600' } }]
    await timed()
    await clock.pass(9_999)
    expect(await failure(call())).toMatchObject({ status: 429 })
    await clock.pass(1)
    for (let n = 0; n < 3; n++) await timed()
    expect(at).toEqual([0, 10_000, 11_000, 12_000])
  })

  test('that has few left is asked at such a pace that they last, never slower than once a second', async () => {
    answers = [
      { headers: { 'x-ratelimit-remaining': '3', 'x-ratelimit-limit': '100', 'x-ratelimit-reset': '2' } },
      { headers: { 'x-ratelimit-remaining': '2', 'x-ratelimit-limit': '100', 'x-ratelimit-reset': '60' } },
      { headers: { 'x-ratelimit-remaining': '90', 'x-ratelimit-limit': '100', 'x-ratelimit-reset': '60' } },
    ]
    await timed()
    await timed()
    await timed()
    await timed()
    await timed()
    expect(at).toEqual([0, 0, 500, 1_500, 1_500])
  })

  test('that has many left is asked as ever', async () => {
    answers = [{ headers: { 'x-ratelimit-remaining': '50', 'x-ratelimit-limit': '100', 'x-ratelimit-reset': '2' } }]
    for (let n = 0; n < 4; n++) await timed()
    expect(at).toEqual([0, 0, 0, 0])
  })

  test('that refuses is not asked until the reset that it names, in whatever spelling', async () => {
    const reset = String(clock.wall() / 1_000 + 20)
    answers = [{ status: 429, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset } }, {}]
    expect(await failure(call())).toMatchObject({ status: 429, retryAfterMs: 20_000 })
    expect(await failure(call())).toMatchObject({ status: 429, retryAfterMs: 20_000 })
    await clock.pass(20_000)
    expect(await failure(timed())).toBeNull()
    expect(at).toEqual([0, 20_000])
  })
})

test('calls that wait for their turn are let go where the host wants a longer pause than they would wait', async () => {
  answers = [{ headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9' } }, {}]
  const reads = Array.from({ length: 20 }, () => failure((callers['an indexer'] as () => Promise<unknown>)()))
  const ends = await Promise.all(reads)
  expect(ends.filter((end) => end === null)).toHaveLength(16)
  expect(ends.filter((end) => end !== null)).toMatchObject(Array(4).fill({ status: 429, retryAfterMs: 9_000 }))
  expect(upstreamOf(onlyIndexer(network)).admission.queueLength).toBe(0)
})
