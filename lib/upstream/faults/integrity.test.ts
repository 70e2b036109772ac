import { describe, expect, test } from 'vitest'
import type { AccountItem } from '@/lib/protocol/rpc/items'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import type { ClientResponse } from '@/lib/testing/api/client'
import { explorerPerTest } from '@/lib/testing/api/explorer'
import { ACCOUNTS, expectFault, expectProblem, expectRecovery, fill, OWNER } from '@/lib/testing/api/fault-row'
import type { Fault } from '@/lib/testing/stand-in/faults'
import {
  addressOf,
  hashOf,
  makeAccounts,
  makeSignatures,
  makeTokenAccounts,
  signatureOf,
} from '@/lib/testing/stand-in/fixtures'
import { socketsRead, until } from '@/lib/testing/until'

const explorer = explorerPerTest()
const DELEGATE = addressOf('delegate')
const TOKENS = `getCompressedTokenAccountsByDelegate?delegate=${DELEGATE}`
const LATEST = 'getLatestCompressionSignatures'
const UNVERIFIABLE = { status: 502, code: 'schema_mismatch', calls: 1, outcome: 'schema' } as const
const CROSSED = { ...UNVERIFIABLE, outcome: 'integrity' } as const

function rows(items: unknown[]): Fault {
  return { kind: 'result', result: { context: { slot: 418_890_000 }, value: { items, cursor: null } } }
}

function itemsOf(response: ClientResponse): Record<string, unknown>[] {
  const result = response.body?.result as { value: { items: Record<string, unknown>[] } } | undefined
  return result?.value.items ?? []
}

function answerWith(result: unknown): string {
  return stringifyJson({ jsonrpc: '2.0', id: 'test-account', result })
}

describe('answers to other questions', () => {
  const poison = answerWith({
    context: { slot: 1 },
    value: { items: makeAccounts(addressOf('somebody else'), 2), cursor: null },
  })

  test.each([
    ['in the same packet', 0],
    ['a moment later', 20],
  ])('F30 a second answer left on a kept connection %s is never taken for the next one', async (_, afterMs) => {
    fill(explorer)
    explorer.indexer.script('getIndexerSlot', { kind: 'surplus', second: poison, afterMs })
    expect((await explorer.get('getIndexerSlot?cluster=far')).status).toBe(200)
    explorer.clock.skip(afterMs)
    await until(() => explorer.link.bytesDown > poison.length || explorer.link.openConnections === 0)
    await socketsRead()
    const response = await explorer.get(`${ACCOUNTS}&cluster=far`)
    expect(response.status).toBe(200)
    expect(itemsOf(response).map(({ owner }) => owner)).toEqual([OWNER, OWNER, OWNER])
    explorer.clock.skip(10_000)
    expect((await explorer.get('getIndexerSlot?cluster=far')).body?.result).toBe(418_890_000)
  })

  test('F30 a second answer that comes while the next question is under way is refused for its rows', async () => {
    fill(explorer)
    explorer.indexer.script('getIndexerSlot', { kind: 'surplus', second: poison, afterMs: 50 })
    explorer.indexer.script('getCompressedAccountsByOwner', { kind: 'slow', ms: 200 })
    expect((await explorer.get('getIndexerSlot')).status).toBe(200)
    const pending = explorer.get(ACCOUNTS)
    await explorer.received(2)
    explorer.clock.skip(50)
    expectProblem(await pending, { status: 502, code: 'schema_mismatch' })
    await expectRecovery(explorer)
  })

  test('F30 a slot that nobody asked for is not taken for the slot', async () => {
    explorer.indexer.script('getIndexerHealth', { kind: 'surplus', second: answerWith(666), afterMs: 0 })
    expect((await explorer.get('getIndexerHealth')).status).toBe(200)
    const response = await explorer.get('getIndexerSlot')
    expect(response.body?.result).toBe(418_890_000)
  })

  test.each<[string, string, Fault]>([
    ['owner', ACCOUNTS, rows([...makeAccounts(OWNER, 2), ...makeAccounts(addressOf('somebody else'), 1)])],
    ['delegate', TOKENS, rows(makeTokenAccounts(addressOf('another delegate'), 1))],
    ['mint', `${TOKENS}&mint=${addressOf('mint 0')}`, rows(makeTokenAccounts(DELEGATE, 3))],
  ])('F31 rows of another %s: 502, not one of them is shown, nothing kept', async (_, path, fault) => {
    const response = await expectFault(explorer, fault, CROSSED, path)
    expect(response.text).not.toContain('"items"')
  })

  test('F48 two addresses that differ only in case are two questions, each with its own answer', async () => {
    const [upper, lower] = [
      'CTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m',
      'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m',
    ]
    explorer.indexer.data.accounts = [...makeAccounts(upper, 1), ...makeAccounts(lower, 2)]
    const pending = [upper, lower, upper, lower].map((owner) =>
      explorer.get(`getCompressedAccountsByOwner?owner=${owner}`),
    )
    const owners = (await Promise.all(pending)).map((response) => itemsOf(response).map(({ owner }) => owner))
    expect(owners).toEqual([[upper], [lower, lower], [upper], [lower, lower]])
    expect(explorer.indexer.callCount).toBe(2)
  })
})

describe('odd rows', () => {
  test.each<[string, string, Fault]>([
    ['accounts', ACCOUNTS, rows(makeAccounts(OWNER, 1001))],
    ['token accounts', TOKENS, rows(makeTokenAccounts(DELEGATE, 1001))],
    ['signatures', 'getLatestCompressionSignatures?limit=10', rows(makeSignatures(11))],
  ])('F32 more %s than were asked for: 502, nothing kept', async (_, path, fault) => {
    await expectFault(explorer, fault, CROSSED, path)
  })

  test('F32 the same hash twice is one row, and the list is not called complete', async () => {
    const [first, second] = makeAccounts(OWNER, 2)
    explorer.indexer.script(
      'getCompressedAccountsByOwner',
      { kind: 'result', result: { context: { slot: 9 }, value: { items: [first, first, second], cursor: 'more' } } },
      rows([second]),
    )
    const response = await explorer.get(ACCOUNTS)
    expect(response.status).toBe(200)
    expect(itemsOf(response).map(({ hash }) => hash)).toEqual([first?.hash, second?.hash])
    expect(response.body?.meta).not.toMatchObject({ complete: true })
  })

  const NASTY = '\u202Eevil\u2066\u200D\uFEFF\u0000\u001B[31m<img src=x onerror=alert(1)></script>'

  test('F32 F35 members of another form, markup, bidi and control characters pass whole, as text and as JSON', async () => {
    const [account] = makeAccounts(OWNER, 1) as [AccountItem]
    const odd = { ...account, hash: 'l0O-not-base58', address: NASTY, tree: '', data: { ...account.data, data: NASTY } }
    explorer.indexer.fail(rows([odd]))
    const response = await explorer.get(ACCOUNTS)
    expect(response.status).toBe(200)
    expect(itemsOf(response)[0]).toMatchObject({
      hash: 'l0O-not-base58',
      address: NASTY,
      tree: '',
      data: { data: NASTY },
    })
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is tested.
    expect(response.text).not.toMatch(/[\u0000-\u001F]/)
  })

  test('F32 a state that nobody knows and a signature of 63 bytes are passed on as they are', async () => {
    const [token] = makeTokenAccounts(DELEGATE, 1)
    explorer.indexer.fail(rows([{ ...token, tokenData: { ...token?.tokenData, state: NASTY, tlv: NASTY } }]))
    const tokens = await explorer.get(TOKENS)
    expect(itemsOf(tokens)[0]).toMatchObject({ tokenData: { state: NASTY, tlv: NASTY } })
    const short = signatureOf('short').slice(0, -2)
    explorer.indexer.fail(rows([{ signature: short, slot: 1, blockTime: 0 }]))
    expect(itemsOf(await explorer.get(LATEST))[0]).toMatchObject({ signature: short })
  })

  test('F33 every digit of 2^64-1 as lamports, amount, discriminator and seq', async () => {
    const max = 2n ** 64n - 1n
    const [account] = makeAccounts(OWNER, 1) as [AccountItem]
    const data = { discriminator: max, data: '', dataHash: hashOf('data') }
    explorer.indexer.data.accounts = [{ ...account, lamports: max, seq: max, data }]
    const response = await explorer.get(ACCOUNTS)
    for (const name of ['lamports', 'discriminator', 'seq']) expect(response.text).toContain(`"${name}":${max},`)
    const [token] = makeTokenAccounts(DELEGATE, 1)
    if (!token) throw new Error('fixture')
    explorer.indexer.data.tokenAccounts = [{ ...token, tokenData: { ...token.tokenData, amount: max } }]
    expect((await explorer.get(TOKENS)).text).toContain(`"amount":${max},`)
  })

  test.each([
    ['2^64', '18446744073709551616'],
    ['below zero', '-1'],
    ['a fraction', '1.5'],
    ['an exponent', '1e30'],
    ['text', '"7"'],
  ])('F33 lamports that are no u64 (%s): 502, nothing kept', async (_, digits) => {
    const fault: Fault = { kind: 'edit', edit: (answer) => answer.replace(/"lamports":\d+/, `"lamports":${digits}`) }
    await expectFault(explorer, fault, UNVERIFIABLE)
  })
})

describe('clocks', () => {
  const DAY_MS = 86_400_000

  test.each([-1, 1])(
    'F42 the indexer’s Date and block times off by %i days: the same answer and ages',
    async (days) => {
      const theirs = explorer.clock.wall() + days * DAY_MS
      const [signature] = makeSignatures(1)
      const items = [{ ...signature, blockTime: Math.floor(theirs / 1000) }]
      const body = answerWith({ context: { slot: 418_890_000 }, value: { items, cursor: null } })
      const date = new Date(theirs).toUTCString()
      explorer.indexer.fail({ kind: 'reply', status: 200, headers: { date }, body })
      const response = await explorer.get(LATEST)
      expect(itemsOf(response)).toEqual(items)
      const fetchedAt = (response.body?.meta as { fetchedAt: string } | undefined)?.fetchedAt ?? ''
      expect(Date.parse(fetchedAt)).toBe(explorer.clock.wall())
      await explorer.get(LATEST)
      expect(explorer.indexer.callCount).toBe(1)
    },
  )

  test.each([-1, 1])('F42 our own clock jumps by %i hours: freshness and pauses go on as before', async (hours) => {
    fill(explorer)
    await explorer.get(ACCOUNTS)
    explorer.clock.setWall(hours * 3_600_000)
    const again = await explorer.get(ACCOUNTS)
    expect(again.body?.meta).toMatchObject({ state: 'fresh' })
    expect(again.headers.get('age')).toBeNull()
    expect(explorer.indexer.callCount).toBe(1)
    explorer.indexer.fail({ kind: 'reply', status: 429, headers: { 'retry-after': '5' } })
    const limited = await explorer.get(LATEST)
    expectProblem(limited, { status: 503, code: 'upstream_rate_limited' })
    explorer.clock.setWall(-hours * 3_600_000)
    explorer.indexer.fail(null)
    explorer.clock.skip(4_000)
    expectProblem(await explorer.get(LATEST), { status: 503, code: 'upstream_rate_limited' })
    explorer.clock.skip(1_000)
    await expectRecovery(explorer)
  })
})
