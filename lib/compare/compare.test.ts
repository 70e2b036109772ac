import { describe, expect, test } from 'vitest'
import { randomFrom } from '@/lib/testing/indexer/random'
import { addressOf, hashOf, signatureOf } from '@/lib/testing/stand-in/fixtures'
import { hourOfMovement } from '@/lib/testing/upstream/hour-of-movement'
import { DELEGATE, MovingLedger, OWNER, type SideOptions, sideOf } from '@/lib/testing/upstream/moving-ledger'
import { SEED } from '@/scripts/seed'
import { proveRow } from '../account/proof/row-proof'
import { RpcError } from '../protocol/rpc/failure'
import type { AccountItem, AnyItem, TokenAccountItem } from '../protocol/rpc/items'
import { compare } from './compare'
import type { CompareRequest, Comparison } from './contract'
import type { Side } from './side'

const BY_OWNER: CompareRequest = { what: 'owner', owner: OWNER }
const BY_DELEGATE: CompareRequest = { what: 'delegate', delegate: DELEGATE }
const prove = async (_: string, rows: readonly (AccountItem | TokenAccountItem)[]) => rows.map((row) => proveRow(row))

function compared(sides: readonly [Side, Side], request = BY_OWNER, mostChunks?: number): Promise<Comparison> {
  return compare(sides, request, { prove, ...(mostChunks !== undefined && { mostChunks }) })
}

function atRest(options: SideOptions) {
  return [sideOf(RESTING, 'near#1'), sideOf(RESTING, 'near#2', options)] as const
}

const RESTING = new MovingLedger(randomFrom(SEED), 2_300)

function changing(index: number, change: (row: AnyItem) => AnyItem): SideOptions {
  return { edit: (rows) => rows.map((row, i) => (i === index ? change(row) : row)) }
}

const inAccount = (change: Partial<AccountItem>) => (row: AnyItem) => {
  if ('signature' in row) throw new Error('no account')
  return 'account' in row ? { ...row, account: { ...row.account, ...change } } : { ...row, ...change }
}
const inData = (change: Partial<NonNullable<AccountItem['data']>>) => (row: AnyItem) =>
  inAccount({ data: { ...(row as AccountItem).data, ...change } as AccountItem['data'] })(row)
const inToken = (change: Partial<TokenAccountItem['tokenData']>) => (row: AnyItem) => {
  const { account, tokenData } = row as TokenAccountItem
  return { account, tokenData: { ...tokenData, ...change } }
}

describe('two indexers at rest', () => {
  test('that list the same agree on all of it, in as many calls as it takes', async () => {
    const result = await compared(atRest({}))
    expect(result).toMatchObject({
      verdict: 'equal',
      rowsCompared: 2_300,
      differences: [],
      unsettled: [],
      slotsApart: 0,
    })
    expect(result.summary).toBe('near#1 and near#2 agree on all 2,300 accounts.')
    expect(result.sides.map(({ calls }) => calls)).toEqual([4, 4])
  })

  test('of which one lacks a row', async () => {
    const result = await compared(atRest({ edit: (rows) => rows.filter((_, i) => i !== 1_234) }))
    expect(result).toMatchObject({
      verdict: 'differs',
      differencesFound: 1,
      differences: [{ kind: 'only', row: hashOf('moving 1234'), on: 0, lacking: { kind: 'live' } }],
    })
    expect(result.summary).toBe('near#1 and near#2 disagree: 1 account only on near#1.')
  })

  test('of which one does not even know the hash', async () => {
    const invented = { ...inAccount({ hash: hashOf('other'), leafIndex: 99_999 })(RESTING.accounts[0]?.row as AnyItem) }
    const result = await compared(atRest({ edit: (rows) => [...rows, invented as AnyItem] }))
    expect(result.differences).toMatchObject([
      { kind: 'only', on: 1, lacking: { kind: 'unknown_hash' }, proof: { result: 'differs' }, right: 0 },
    ])
  })

  test('of which one lists an account that was consumed long ago', async () => {
    const ledger = new MovingLedger(randomFrom(SEED), 20)
    const old = ledger.accounts[4]?.row as AccountItem
    ledger.slot++
    ledger.consume(ledger.accounts[4])
    const { slot } = ledger
    ledger.slot += 500
    const sides = [sideOf(ledger, 'a#1'), sideOf(ledger, 'a#2', { edit: (rows) => [...rows, old] })] as const
    const result = await compared(sides)
    expect(result.differences).toMatchObject([
      { kind: 'only', on: 1, row: old.hash, lacking: { kind: 'consumed', slot } },
    ])
  })

  test.each([0, 999, 1_000, 2_299])('of which one lists row %i twice', async (index) => {
    const twice = (rows: AnyItem[]) => [...rows, rows[index] as AnyItem]
    const result = await compared(atRest({ edit: twice }))
    // The second copy at a page's end lies behind the cursor: no reader ever gets it.
    if (index === 999) expect(result.verdict).toBe('equal')
    else expect(result.differences).toEqual([{ kind: 'duplicate', row: hashOf(`moving ${index}`), on: 1, times: 2 }])
  })

  test.each<[string, (row: AnyItem) => AnyItem]>([
    ['address', inAccount({ address: hashOf('elsewhere') })],
    ['data.discriminator', inData({ discriminator: (1_232n << 40n) + 1n })],
    ['data.data', inData({ data: 'AAAA' })],
    ['data.dataHash', inData({ dataHash: hashOf('x') })],
    ['data.discriminator data.data data.dataHash', inAccount({ data: null })],
    ['owner', inAccount({ owner: addressOf('x') })],
    ['lamports', inAccount({ lamports: 2n ** 60n + 1_233n })],
    ['tree', inAccount({ tree: addressOf('x') })],
    ['leafIndex', inAccount({ leafIndex: 5 })],
    ['seq', inAccount({ seq: null })],
    ['slotCreated', inAccount({ slotCreated: 1 })],
    ['hash', inAccount({ hash: hashOf('x') })],
  ])('of which one has another %s', async (names, change) => {
    const result = await compared(atRest(changing(1_232, change)))
    expect(result).toMatchObject({ verdict: 'differs', differencesFound: 1, rowsCompared: 2_300 })
    expect(result.differences).toMatchObject([
      { kind: 'fields', row: hashOf('moving 1232'), fields: names.split(' ').map((name) => ({ name })) },
    ])
  })

  test.each<[string, (row: AnyItem) => AnyItem]>([
    ['tokenData.mint', inToken({ mint: addressOf('x') })],
    ['tokenData.owner', inToken({ owner: addressOf('x') })],
    ['tokenData.amount', inToken({ amount: 2n ** 63n + 1_233n })],
    ['tokenData.delegate', inToken({ delegate: null })],
    ['tokenData.state', inToken({ state: 'frozen' })],
    ['tokenData.tlv', inToken({ tlv: 'AQ==' })],
    ['lamports', inAccount({ lamports: 0n })],
  ])('of which one has another %s of a token account', async (name, change) => {
    const result = await compared(atRest(changing(1_232, change)), BY_DELEGATE)
    expect(result.differences).toMatchObject([{ kind: 'fields', row: hashOf('moving 1232'), fields: [{ name }] }])
  })

  test('of which one pages as Photon does are compared as far as it can be read, and no further', async () => {
    const result = await compared(atRest({ defect: true }))
    expect(result).toMatchObject({ verdict: 'not_settled', differences: [], rowsCompared: 1_000 })
    expect(result.unsettled).toMatchObject([
      { rows: 1_300, because: expect.stringContaining('near#2 was not read that far') },
    ])
  })

  test('are compared as far as the calls reach, and the rest is named', async () => {
    const result = await compared(atRest({ edit: (rows) => rows.filter((_, i) => i !== 700) }), BY_OWNER, 1)
    expect(result.differences).toMatchObject([{ kind: 'only', row: hashOf('moving 700') }])
    expect(result.unsettled).toMatchObject([{ because: expect.stringContaining('more rows than 1 answer') }, {}])
  })

  test('have a hundred rows that one lacks: ten are looked up, all are found', async () => {
    const sides = atRest({ edit: (rows) => rows.filter((_, i) => i % 23 !== 0) })
    const result = await compared(sides)
    expect(result.differencesFound).toBe(100)
    expect(result.sides[1].calls).toBe(4 + 10)
  })
})

describe('two indexers that move', () => {
  test('one behind: what it does not have yet, and what it still lists, are set aside', async () => {
    const ledger = new MovingLedger(randomFrom(SEED), 500)
    const old = ledger.slot
    ledger.slot++
    for (let i = 0; i < 3; i++) ledger.create()
    for (let i = 0; i < 2; i++) ledger.consume(ledger.accounts[i])
    const result = await compared([sideOf(ledger, 'a#1', { lag: () => ledger.slot - old }), sideOf(ledger, 'a#2')])
    expect(result).toMatchObject({ verdict: 'equal', setAside: { created: 3, consumed: 2 } })
    expect(result.summary).toMatch(/^a#1 and a#2 agree on all \d+ accounts\. Their slots explain \d+ more that one/)
  })

  test('rows that are newer than the slot that their answer names are none of a difference', async () => {
    const ledger = new MovingLedger(randomFrom(SEED), 100)
    ledger.slot++
    for (let i = 0; i < 60; i++) ledger.consume(ledger.accounts[i])
    const sides = [
      sideOf(ledger, 'a#1', { lag: () => 1, ahead: () => 1 }),
      sideOf(ledger, 'a#2', { lag: () => 1 }),
    ] as const
    const result = await compared(sides)
    expect(result).toMatchObject({
      differences: [],
      slotsApart: 0,
      setAside: { consumed: 50 },
      unsettled: [{ rows: 10 }],
    })
  })

  test('more than fifty that may have been consumed: the rest is not settled', async () => {
    const ledger = new MovingLedger(randomFrom(SEED), 500)
    const old = ledger.slot
    ledger.slot++
    for (let i = 0; i < 60; i++) ledger.consume(ledger.accounts[i])
    const result = await compared([sideOf(ledger, 'a#1', { lag: () => ledger.slot - old }), sideOf(ledger, 'a#2')])
    expect(result).toMatchObject({ verdict: 'not_settled', differences: [], setAside: { consumed: 50 } })
    expect(result.unsettled).toEqual([{ rows: 10, because: 'only 50 rows are looked up on the side that lacks them' }])
  })

  test.each([1, 2])('an hour at other lags, seed %i: no false alarm', async (n) => {
    const { differences, comparisons } = await hourOfMovement(SEED + n, { live: 300, comparisons: 3 })
    expect({ differences, comparisons }).toEqual({ differences: [], comparisons: 12 })
  })
})

describe('signatures', () => {
  test('the latest that one lacks, and one of another block time', async () => {
    const edit = (rows: AnyItem[]) =>
      rows
        .filter((row) => 'signature' in row && row.signature !== signatureOf('create 2000'))
        .map((row) =>
          'signature' in row && row.signature === signatureOf('create 2100') ? { ...row, blockTime: 0 } : row,
        )
    const result = await compared(atRest({ edit }), { what: 'latest' })
    expect(result).toMatchObject({ verdict: 'differs', differencesFound: 2 })
    expect(result.differences.map(({ kind }) => kind).sort()).toEqual(['fields', 'only'])
  })

  test('one side far behind: the newer one is read down to it', async () => {
    const ledger = new MovingLedger(randomFrom(SEED), 100)
    const old = ledger.slot
    ledger.pass(1_000, 3)
    const result = await compared([sideOf(ledger, 'a#1', { lag: () => ledger.slot - old }), sideOf(ledger, 'a#2')], {
      what: 'latest',
    })
    expect(result).toMatchObject({ verdict: 'equal', rowsCompared: 100, sides: [{ calls: 1 }, {}] })
    expect(result.setAside.above).toBeGreaterThan(5_000)
  })

  test('an account that neither knows is the same on both', async () => {
    const result = await compared(atRest({}), { what: 'signatures', hash: hashOf('never') })
    expect(result).toMatchObject({ verdict: 'equal', rowsCompared: 0 })
  })
})

describe('a side that fails', () => {
  test('is named with the reason, and nothing is called a difference', async () => {
    const [good] = atRest({})
    const bad: Side = {
      label: 'near#2',
      ask: () => Promise.reject(new RpcError({ kind: 'network', reason: 'timeout', message: 'late' })),
    }
    const result = await compared([good, bad])
    expect(result).toMatchObject({ verdict: 'not_compared', differences: [], sides: [{ failed: null }, {}] })
    expect(result.summary).toBe('near#2 could not be compared: The indexer did not respond in time.')
  })

  test('when it is asked for single rows: those are not settled', async () => {
    const ledger = new MovingLedger(randomFrom(SEED), 50)
    const old = ledger.slot
    ledger.slot++
    ledger.consume(ledger.accounts[3])
    const newer = sideOf(ledger, 'a#2')
    const failing: Side = {
      label: 'a#2',
      ask: (method, params) =>
        method === 'getCompressionSignaturesForAccount'
          ? Promise.reject(new RpcError({ kind: 'busy', retryAfterMs: 1, message: 'busy' }))
          : newer.ask(method, params),
    }
    const result = await compared([sideOf(ledger, 'a#1', { lag: () => ledger.slot - old }), failing])
    expect(result).toMatchObject({ verdict: 'not_settled', unsettled: [{ rows: 1 }] })
  })
})

test('slots apart are lag and no disagreement; health is compared in words', async () => {
  const ledger = new MovingLedger(randomFrom(SEED), 5)
  const sides = [sideOf(ledger, 'a#1', { lag: () => 12 }), sideOf(ledger, 'a#2')] as const
  expect(await compared(sides, { what: 'slot' })).toMatchObject({
    verdict: 'not_settled',
    slotsApart: 12,
    summary: 'a#1 is 12 slots behind a#2.',
  })
  expect(await compared(sides, { what: 'health' })).toMatchObject({ verdict: 'equal' })
})
