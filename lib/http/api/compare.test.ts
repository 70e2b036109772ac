import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseJson } from '@/lib/rpc/json'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { FAULTS } from '@/lib/testing/stand-in/faults'
import { addressOf, makeAccounts, makeSignatures } from '@/lib/testing/stand-in/fixtures'
import { type StandIn, startStandIn } from '@/lib/testing/stand-in/stand-in'

const OWNER = addressOf('owner')
const explorer = explorerPerTest()
let other: StandIn

beforeEach(async () => {
  other = await startStandIn()
  for (const { data } of [explorer.indexer, other]) {
    Object.assign(data, { accounts: makeAccounts(OWNER, 1_300), latest: makeSignatures(20) })
  }
  vi.stubEnv('INDEXER_URL', `near=${explorer.indexer.url},near=${other.url},far=${other.url}/?api-key=CANARY`)
  await explorer.restart()
})

afterEach(() => other.stop())

async function get(query: string) {
  const response = await explorer.get(`compare?${query}`)
  return { status: response.status, body: parseJson(response.text), text: response.text }
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
    })
    explorer.indexer.fail(null)
    const second = get(`what=owner&owner=${OWNER}`)
    await explorer.clock.pass(1_000)
    expect((await second).body).toMatchObject({ result: { verdict: 'equal' } })
    expect(other.calls.getCompressedAccountsByOwner).toBe(2)
  })

  it('says who could not be compared, and why', async () => {
    other.fail(FAULTS.serverError)
    const { body } = await get('what=slot')
    expect(body).toMatchObject({ result: { verdict: 'not_compared', sides: [{ failed: null }, {}] } })
    expect(body).toMatchObject({ result: { summary: 'near#2 could not be compared: The indexer returned HTTP 500.' } })
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
    ['what=slot&method=getIndexerSlot', 'method'],
    ['what=slot&parts=1', 'parts'],
  ])('refuses ?%s and names %s, without a call', async (query, name) => {
    const before = explorer.indexer.callCount + other.callCount
    const { status, body } = await get(query)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid_params', invalid: [{ name }] })
    expect(explorer.indexer.callCount + other.callCount).toBe(before)
  })
})
