import { base58 } from '@scure/base'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { TOKEN_PROGRAM } from '@/lib/protocol/light/token-program'
import { parseJson } from '@/lib/protocol/rpc/json'
import { TOKEN_PROGRAMS } from '@/lib/protocol/solana/mint-account'
import { indexed } from '@/lib/testing/indexer/indexed'
import { type NodeHere, nodeHere, replyOf, resultOf } from '@/lib/testing/indexer/node-client'
import { groupV1, key, signature, transactionOf } from '@/lib/testing/indexer/synthetic-chain'
import { MethodError } from '../json-rpc/method-error'
import { ClientLeft, WorkBudget } from '../json-rpc/work'
import { answer, type RpcService } from '../server/json-rpc'
import { readCall } from './calls'
import type { RecordedNode } from './open-chain'
import type { ChainTransaction } from './recorded-chain'

const METHODS = [
  'getTransaction',
  'getSlot',
  'getGenesisHash',
  'getMultipleAccounts',
  'getBalance',
  'getTokenAccountsByOwner',
  'getProgramAccounts',
] as const
const CONFIG = [
  'programId',
  'withContext',
  'filters',
  'encoding',
  'commitment',
  'maxSupportedTransactionVersion',
  'minContextSlot',
  'rewards',
]

const OWNED = { memcmp: { offset: 32, bytes: base58.encode(key('a')) } }
const SIGNATURE = base58.encode(signature('t'))
const ADDRESS = base58.encode(key('a'))

let node: NodeHere
beforeAll(async () => {
  const { store } = await indexed([{ slot: 7, blockTime: 5, transactions: [transactionOf('t', [groupV1({})])] }])
  node = nodeHere(store, { kind: 'folder', path: '/nowhere' })
})

const errorOf = async (method: string, params?: unknown) => {
  const { error } = await replyOf(node, method, params)
  return error && `${error.code} ${error.message}`
}

describe('params', () => {
  it.each([
    ['getTransaction', undefined, 'signature: must be a transaction signature (base58 of 64 bytes), found nothing'],
    [
      'getTransaction',
      [ADDRESS],
      'signature: must be a transaction signature (base58 of 64 bytes): it decodes to 32 bytes',
    ],
    [
      'getTransaction',
      [SIGNATURE, { encoding: 'base64', maxSupportedTransactionVersion: 256 }],
      'config.maxSupportedTransactionVersion: must be a whole number from 0 to 255, found 256',
    ],
    ['getTransaction', [SIGNATURE], 'config.encoding: must be base64, found nothing'],
    ['getTransaction', [SIGNATURE, {}, 1], 'params: must be at most 2 values (signature, config), found 3'],
    ['getMultipleAccounts', [[ADDRESS], { encoding: 'jsonParsed' }], 'config.encoding: must be base64'],
    ['getMultipleAccounts', [[ADDRESS, 'x']], 'addresses[1]: must be an address'],
    ['getBalance', [], 'address: must be an address (base58 of 32 bytes), found nothing'],
    ['getBalance', [ADDRESS, { minContextSlot: -1 }], 'config.minContextSlot: must be'],
    ['getTokenAccountsByOwner', [ADDRESS], 'filter: must be an object with programId, found nothing'],
    ['getTokenAccountsByOwner', [ADDRESS, { mint: ADDRESS }], 'filter.programId: must be an address'],
    ['getTokenAccountsByOwner', [ADDRESS, { programId: ADDRESS }], 'Invalid param: unrecognized Token program id'],
    ['getProgramAccounts', [ADDRESS], `program: must be ${TOKEN_PROGRAM}, found "${ADDRESS}"`],
    ['getProgramAccounts', [TOKEN_PROGRAM], 'config.withContext: must be true, found nothing'],
    [
      'getProgramAccounts',
      [TOKEN_PROGRAM, { withContext: true }],
      'config.filters: must be a list of one memcmp filter',
    ],
    ['getMultipleAccounts', [Array(101).fill(ADDRESS)], 'addresses: must be at most 100 addresses'],
  ])('%s without sense is refused before anything is read: %#', async (method, params, message) => {
    expect(await errorOf(method, params)).toContain(`-32602 ${message}`)
    expect(node.counted.at(-1)).toBe(`${method} -32602`)
  })

  it.each([
    [[], ': must be a list of one memcmp filter at offset 32, found []'],
    [[OWNED, OWNED], ': must be a list of one memcmp filter at offset 32, found'],
    [[{ dataSize: 165 }], '[0].memcmp: must be an object with offset and bytes'],
    [[{ memcmp: { offset: 0, bytes: ADDRESS } }], '[0].memcmp.offset: must be 32, found 0'],
    [[{ memcmp: { offset: 32, bytes: 'x' } }], '[0].memcmp.bytes: must be an address'],
  ])('getProgramAccounts has one filter, by a key at 32: %#', async (filters, message) => {
    const found = await errorOf('getProgramAccounts', [TOKEN_PROGRAM, { withContext: true, filters }])
    expect(found).toContain(`-32602 config.filters${message}`)
  })

  it.each(METHODS)('%s takes what it is meant for and says what is wrong with the rest, whatever it is', (method) => {
    const config = fc.dictionary(
      fc.constantFrom(...CONFIG),
      fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>('base64', 7, null, true, [OWNED], ADDRESS)),
    )
    const value = fc.oneof(
      fc.jsonValue(),
      config,
      fc.constantFrom<unknown>(SIGNATURE, ADDRESS, [ADDRESS], TOKEN_PROGRAM, 7),
    )
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.array(value, { maxLength: 4 })), (params) => {
        try {
          expect(readCall(method, params).method).toBe(method)
        } catch (error) {
          expect(error).toBeInstanceOf(MethodError)
          expect(error).toMatchObject({
            code: -32602,
            message: expect.stringMatching(/^[\w.[\]]+: must be |unrecognized Token program id$/),
          })
        }
      }),
    )
  })

  it('what a folder does not hold is an error, and no empty list', async () => {
    const config = { withContext: true, filters: [OWNED] }
    const notRecorded = expect.stringMatching(/^-32000 Not recorded: a folder has no /)
    expect(await errorOf('getBalance', [ADDRESS])).toEqual(notRecorded)
    expect(await errorOf('getProgramAccounts', [TOKEN_PROGRAM, config])).toEqual(notRecorded)
    for (const programId of Object.values(TOKEN_PROGRAMS))
      expect(await errorOf('getTokenAccountsByOwner', [ADDRESS, { programId }])).toEqual(notRecorded)
  })

  it('getSlot takes what the client has seen elsewhere', async () => {
    expect(await resultOf(node, 'getSlot', [{ commitment: 'processed', minContextSlot: 7 }])).toBe(7)
    const { error } = await replyOf(node, 'getSlot', [{ minContextSlot: 8 }])
    expect(error).toEqual({
      code: -32016,
      message: 'Minimum context slot has not been reached',
      data: { contextSlot: 7 },
    })
    expect(node.counted.at(-1)).toBe('getSlot -32016')
  })
})

it('an indexer of a chain knows none of the methods: its nodes have them', async () => {
  const { recording: _, ...chain } = node
  for (const method of METHODS) {
    expect((await replyOf(chain, method, [])).error).toEqual({ code: -32601, message: 'Method not found' })
    expect(node.counted.at(-1)).toBe('unknown -32601')
  }
})

const request = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'getTransaction',
  params: [SIGNATURE, { encoding: 'base64' }],
})

const settled = async () => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
}

describe('on the way to the recording', () => {
  const held = () => {
    const reads: ((found: ChainTransaction | null) => void)[] = []
    const recorded: RecordedNode = {
      genesisHash: ADDRESS,
      transaction: () => new Promise((resolve) => reads.push(resolve)),
      account: () => null,
      lamports: () => 0n,
      tokenAccounts: () => [],
      formatTransaction: () => ({ transaction: [], meta: 1 }),
    }
    const service: RpcService = { ...node, recording: { node: async () => recorded, rounds: null } }
    return { reads, service }
  }
  const found = { slot: 7, blockTime: null, transaction: { transaction: [], meta: {} } }

  it('one request is read at a time, and one whose client has left is not', async () => {
    const { reads, service } = held()
    let gone = false
    const leaves = new WorkBudget(undefined, { hasLeft: () => gone, keeps: () => undefined })
    const first = answer(request, service)
    const second = answer(request, service, leaves)
    const third = answer(request, service)
    second.catch(() => undefined)
    await settled()
    expect(reads).toHaveLength(1)
    gone = true
    reads[0]?.(found)
    expect(parseJson(await first)).toMatchObject({ result: { slot: 7, blockTime: 5, meta: 1 } })
    await expect(second).rejects.toThrow(ClientLeft)
    await settled()
    expect(reads).toHaveLength(2)
    reads[1]?.(null)
    expect(parseJson(await third)).toMatchObject({ result: null })
  })

  it('reading counts as work of its body, and waiting for others does not', async () => {
    const { reads, service } = held()
    let now = 0
    const clock = { monotonic: () => now, wall: () => 0, after: () => () => undefined }
    const batch = answer(`[${Array(3).fill(request)}]`, service, new WorkBudget(clock))
    await settled()
    now += 6_000
    reads[0]?.(found)
    const codes = (parseJson(await batch) as { error?: { code: number } }[]).map(({ error }) => error?.code)
    expect(codes).toEqual([undefined, -32000, -32000])
    expect(reads).toHaveLength(1)
  })
})
