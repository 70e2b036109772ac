import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Comparison } from '@/lib/compare/contract'
import { listRoom } from '@/lib/listing/read/list-room'
import { parseJson } from '@/lib/protocol/rpc/json'
import type { MethodName } from '@/lib/protocol/rpc/methods'
import { limits } from '@/lib/rpc-client/limits'
import { requestCounts } from '@/lib/server/listener/request-counts'
import type { AskInit } from '@/lib/testing/api/client'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { indexerOfTest } from '@/lib/testing/of-test'
import { FAULTS, type Fault } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'
import type { StandIn } from '@/lib/testing/stand-in/stand-in'
import { socketsRead, until } from '@/lib/testing/until'

const OWNER = addressOf('owner')
const explorer = explorerPerTest()
let other: StandIn

beforeEach(async () => {
  other = await indexerOfTest()
  for (const { data } of [explorer.indexer, other]) {
    Object.assign(data, { accounts: makeAccounts(OWNER, 1_300), latest: makeSignatures(20) })
  }
  vi.stubEnv('INDEXER_URL', `near=${explorer.indexer.url},near=${other.url},far=${other.url}/?api-key=CANARY`)
  await explorer.restart()
})

async function get(query: string, init?: AskInit) {
  const response = await explorer.get(`compare?${query}`, init)
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, body: parseJson(response.text), text: response.text, retryAfter }
}

function heldLists() {
  const ends: (() => void)[] = []
  for (const indexer of [explorer.indexer, other]) {
    const steps = Array.from({ length: 40 }, (): Fault => {
      return { kind: 'held', until: new Promise((resolve) => ends.push(resolve)) }
    })
    indexer.script('getCompressedAccountsByOwner', ...steps)
  }
  const calls = () => [explorer.indexer, other].map((indexer) => indexer.calls.getCompressedAccountsByOwner ?? 0)
  return {
    calls,
    next() {
      const [made] = calls()
      for (const first of [0, 40]) ends[first + (made ?? 0) - 1]?.()
    },
  }
}

describe('GET /api/v1/compare', () => {
  it('says in what two indexers differ, by their labels', async () => {
    other.data.accounts = other.data.accounts.filter(({ leafIndex }) => leafIndex !== 700)
    const { status, body, text } = await get(`what=owner&owner=${OWNER}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      result: {
        what: 'owner',
        method: 'getCompressedAccountsByOwner',
        params: { owner: OWNER },
        verdict: 'differs',
        summary: 'near#1 and near#2 disagree: 1 account only on near#1.',
        sides: [
          { label: 'near#1', rows: 1_300, failed: null },
          { label: 'near#2', rows: 1_299 },
        ],
        differencesFound: 1,
        differences: [{ kind: 'only', on: 0, lacking: { kind: 'unknown_hash' } }],
      },
      meta: { network: 'near', state: 'done' },
    })
    expect(text).not.toContain('127.0.0.1')
  })

  it('takes the operation’s name, and the numbers of the indexers', async () => {
    const { body } = await get('method=getLatestCompressionSignatures&a=2&b=1')
    expect(body).toMatchObject({ result: { verdict: 'equal', sides: [{ label: 'near#2' }, { label: 'near#1' }] } })
  })

  it('is made once for all who request it', async () => {
    await Promise.all([get(`what=owner&owner=${OWNER}`), get(`what=owner&owner=${OWNER}`)])
    await get(`what=owner&owner=${OWNER}`)
    expect(other.calls.getCompressedAccountsByOwner).toBe(2)
  })

  it('is 202 with the calls so far while it takes longer, and there for who comes again', async () => {
    explorer.indexer.fail(FAULTS.hang, { methods: ['getIndexerSlot'] })
    const first = get(`what=owner&owner=${OWNER}`)
    await explorer.received(2)
    await explorer.runOut(2)
    expect(await first).toMatchObject({
      status: 202,
      body: { result: null, meta: { state: 'running', calls: [3, 3] } },
      retryAfter: '2',
    })
    explorer.indexer.fail(null)
    await explorer.clock.pass(2_000)
    const second = get(`what=owner&owner=${OWNER}`)
    await explorer.clock.pass(1_000)
    expect((await second).body).toMatchObject({ result: { verdict: 'equal' } })
    expect(other.calls.getCompressedAccountsByOwner).toBe(2)
  })

  it('makes no more calls five seconds after its reader left, and begins again for who comes then', async () => {
    Object.assign(limits(), { attemptMs: 60_000, totalMs: 60_000 })
    for (const { data } of [explorer.indexer, other]) data.accounts = makeAccounts(OWNER, 5_300)
    const lists = heldLists()
    const leaving = new AbortController()
    const left = get(`what=owner&owner=${OWNER}`, { signal: leaving.signal }).catch(() => 'left')
    await until(() => lists.calls().join() === '1,1')
    leaving.abort()
    expect(await left).toBe('left')
    await until(() => requestCounts().inFlight === 0)
    lists.next()
    await until(() => lists.calls().join() === '2,2')
    await explorer.clock.pass(5_000)
    lists.next()
    await socketsRead()
    await explorer.clock.pass(60_000)
    expect(lists.calls()).toEqual([2, 2])
    expect(listRoom().bytes).toBe(0)
    const again = get(`what=owner&owner=${OWNER}`)
    await until(() => lists.calls().join() === '3,3')
    for (let call = 3; call < 9; call++) {
      lists.next()
      await until(() => lists.calls()[0] === Math.min(call + 1, 8))
    }
    expect((await again).body).toMatchObject({ result: { verdict: 'equal', rowsCompared: 5_300 } })
  })

  it('ends where its rows take the memory that there is, and claims nothing of those that it did not read', async () => {
    for (const { data } of [explorer.indexer, other]) data.accounts = makeAccounts(OWNER, 9_300)
    other.data.accounts = other.data.accounts.filter(({ leafIndex }) => leafIndex !== 700 && leafIndex !== 9_000)
    listRoom().mostBytes = 12 * 1024 * 1024
    const { body } = await get(`what=owner&owner=${OWNER}`)
    const because = 'its rows take more memory than there is for comparisons'
    expect(body).toMatchObject({
      result: {
        verdict: 'differs',
        differencesFound: 1,
        differences: [{ kind: 'only', on: 0 }],
        sides: [{ partBecause: because }, { partBecause: because }],
      },
    })
    const { rowsCompared, unsettled } = (body as { result: Comparison }).result
    expect(rowsCompared).toBeGreaterThan(999)
    expect(rowsCompared).toBeLessThan(6_000)
    expect(unsettled.map((each) => each.because)).toContain(`the list of near#2 was not read that far: ${because}`)
    expect(listRoom().bytes).toBeLessThan(10_000)
  })

  it('that found no room is not remembered: the next request may find some', async () => {
    listRoom().mostBytes = 1024 * 1024
    const query = `what=owner&owner=${OWNER}`
    const { body } = await get(query)
    expect(body).toMatchObject({ result: { verdict: 'not_compared', rowsCompared: 0 } })
    expect((body as { result: Comparison }).result.summary).toContain('There is no memory for its rows')
    expect([explorer.indexer.callCount, other.callCount]).toEqual([0, 0])
    listRoom().mostBytes = 100 * 1024 * 1024
    expect((await get(query)).body).toMatchObject({ result: { verdict: 'equal' } })
    expect(listRoom().bytes).toBeLessThan(10_000)
  })

  it('is made for four requests of a peer at once, whose fifth is told to come again; a second peer has its own', async () => {
    Object.assign(limits(), { attemptMs: 60_000, totalMs: 60_000 })
    const hang = { methods: ['getIndexerSlot'] as MethodName[] }
    for (const indexer of [explorer.indexer, other]) indexer.fail(FAULTS.hang, hang)
    const request = (i: number, from = '127.0.0.1') => get(`what=owner&owner=${addressOf(`long ${i}`)}`, { from })
    const greedy = [0, 1, 2, 3].map((i) => request(i))
    await until(() => (other.calls.getIndexerSlot ?? 0) === 4)
    expect(await request(4)).toMatchObject({ status: 503, body: { code: 'explorer_busy' } })
    const modest = request(5, '127.0.0.2')
    await until(() => (other.calls.getIndexerSlot ?? 0) === 5)
    for (const indexer of [explorer.indexer, other]) indexer.fail(null)
    await explorer.clock.pass(8_000)
    expect((await Promise.all([...greedy, modest])).map(({ status }) => status)).toEqual(Array(5).fill(202))
  })

  it.each([
    ['', 'what'],
    ['what=everything', 'what'],
    ['what=owner', 'owner'],
    ['what=owner&owner=abc', 'owner'],
    ['what=slot&a=1&b=1', 'b'],
    ['what=slot&a=0', 'a'],
    ['what=slot&b=3', 'b'],
    ['what=slot&cluster=far', 'cluster'],
    ['what=slot&cluster=nowhere', 'cluster'],
    ['what=slot&surprise=1', 'surprise'],
    ['what=slot&method=getIndexerHealth', 'method'],
    ['what=slot&parts=1', 'parts'],
  ])('refuses ?%s and names %s, without a call', async (query, name) => {
    const before = explorer.indexer.callCount + other.callCount
    const { status, body } = await get(query)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid_params', invalid: [{ name }] })
    expect(explorer.indexer.callCount + other.callCount).toBe(before)
  })
})
