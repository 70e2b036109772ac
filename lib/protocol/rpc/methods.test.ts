import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { anyAccount, anyContext, anyPageOf, anyPosition, anySignature, anyTokenData } from '@/lib/testing/any-answer'
import { parseJson, stringifyJson } from './json'
import { isMethodName, type MethodName, methods, type Result } from './methods'

const OWNER = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'
const HASH = '11111111111111111111111111111112'

/** Wire texts from facts/photon-wire.md 6, members in Photon's order. */
const ACCOUNT = {
  hash: HASH,
  address: null,
  data: { discriminator: 216172782113783808n, data: 'AQID', dataHash: HASH },
  owner: OWNER,
  lamports: 9007199254740993n,
  tree: OWNER,
  leafIndex: 6,
  seq: null,
  slotCreated: 418880001,
}

const TOKEN_DATA = {
  mint: OWNER,
  owner: OWNER,
  amount: 2n ** 64n - 1n,
  delegate: null,
  state: 'frozen',
  tlv: null,
}

const answers: { [M in MethodName]: fc.Arbitrary<Result<M>> } = {
  getIndexerHealth: fc.constant('ok'),
  getIndexerSlot: anyPosition,
  getCompressedAccountsByOwner: anyPageOf(anyAccount),
  getCompressedTokenAccountsByDelegate: anyPageOf(fc.record({ account: anyAccount, tokenData: anyTokenData })),
  getCompressionSignaturesForAccount: fc.record({
    context: anyContext,
    value: fc.record({ items: fc.array(anySignature, { maxLength: 4 }) }),
  }),
  getLatestCompressionSignatures: anyPageOf(anySignature),
}

const names = Object.keys(methods).filter(isMethodName)

describe('the registry', () => {
  it('holds exactly the files of its folder, each named as its operation', () => {
    const files = fs
      .readdirSync(path.join(import.meta.dirname, 'methods'))
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => path.basename(file, '.ts'))
    expect(Object.keys(methods).sort()).toEqual(files.sort())
    for (const [name, method] of Object.entries(methods)) expect(method.name).toBe(name)
  })
})

describe.each(names)('%s', (name) => {
  const { result }: { result: z.ZodType } = methods[name]

  it('answers what it was given after a way over the wire and back', () => {
    fc.assert(
      fc.property(answers[name], (answer) => {
        const wire = stringifyJson(z.encode(result, answer))
        expect(z.decode(result, parseJson(wire))).toEqual(answer)
      }),
    )
  })
})

describe('answers', () => {
  const accounts = methods.getCompressedAccountsByOwner.result
  const tokens = methods.getCompressedTokenAccountsByDelegate.result
  const signatures = methods.getLatestCompressionSignatures.result
  const page = (...items: object[]) => ({ context: { slot: 1 }, value: { items, cursor: null } })

  it('are written as Photon writes them: all members, nulls explicit, u64 bare', () => {
    const answer = tokens.parse(page({ account: ACCOUNT, tokenData: TOKEN_DATA }))
    expect(stringifyJson(z.encode(tokens, answer))).toBe(
      `{"context":{"slot":1},"value":{"items":[{"account":{"hash":"${HASH}","address":null,` +
        `"data":{"discriminator":216172782113783808,"data":"AQID","dataHash":"${HASH}"},"owner":"${OWNER}",` +
        `"lamports":9007199254740993,"tree":"${OWNER}","leafIndex":6,"seq":null,"slotCreated":418880001},` +
        `"tokenData":{"mint":"${OWNER}","owner":"${OWNER}","amount":18446744073709551615,"delegate":null,` +
        `"state":"frozen","tlv":null}}],"cursor":null}}`,
    )
  })

  it('read an absent member as they read null, and hold it as null', () => {
    const { address, data, seq, ...account } = ACCOUNT
    const { delegate, tlv, ...tokenData } = TOKEN_DATA
    const spare = { context: { slot: 1 }, value: { items: [{ account, tokenData }] } }
    const explicit = page({
      account: { ...account, address: null, data: null, seq: null },
      tokenData: { ...tokenData, delegate: null, tlv: null },
    })
    const read = tokens.parse(spare)
    expect(read).toStrictEqual(tokens.parse(explicit))
    expect(read.value.cursor).toBeNull()
    expect(read.value.items[0]?.account.seq).toBeNull()
  })

  it('treat an empty cursor as the end of the list', () => {
    expect(signatures.parse({ context: { slot: 1 }, value: { items: [], cursor: '' } }).value.cursor).toBeNull()
  })

  it('lose members that we do not know, at every depth', () => {
    const read = accounts.parse({
      apiVersion: '2',
      context: { slot: 1, apiVersion: '2' },
      value: { items: [{ ...ACCOUNT, more: 1, data: { ...ACCOUNT.data, more: 1 } }], cursor: null, more: 1 },
    })
    expect(read).toStrictEqual(accounts.parse(page(ACCOUNT)))
    expect(stringifyJson(read)).not.toContain('more')
  })

  it('name the place of what is not as asked', () => {
    const wrong = (value: unknown, schema: z.ZodType = accounts) =>
      schema.safeParse(value).error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    expect(wrong(page(ACCOUNT, { ...ACCOUNT, lamports: '5' }))).toEqual([
      'value.items.1.lamports: must be a whole number',
    ])
    expect(wrong(page({ ...ACCOUNT, leafIndex: 2n ** 53n }))).toEqual([
      'value.items.0.leafIndex: must be a whole number from 0 to 2^53-1',
    ])
    expect(wrong(9007199254740993n, methods.getIndexerSlot.result)).toEqual([
      ': must be a whole number from 0 to 2^53-1',
    ])
    const { owner, ...ownerless } = ACCOUNT
    expect(wrong(page(ownerless))?.[0]).toMatch(/^value\.items\.0\.owner: /)
    expect(wrong({ context: { slot: 1 } })?.[0]).toMatch(/^value: /)
    expect(wrong('behind', methods.getIndexerHealth.result)).toHaveLength(1)
  })
})

describe('params', () => {
  const byOwner = methods.getCompressedAccountsByOwner.params
  const filters = (...list: unknown[]) => ({ owner: OWNER, filters: list })
  const memcmp = { offset: 0, bytes: '' }
  const messages = (schema: z.ZodType, value: unknown) =>
    schema.safeParse(value).error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)

  it('take none to five filters, empty bytes included', () => {
    for (let count = 0; count <= 5; count++) {
      const params = filters(...Array.from({ length: count }, () => ({ memcmp })))
      expect(byOwner.parse(params)).toEqual(params)
    }
    expect(messages(byOwner, filters(...Array.from({ length: 6 }, () => ({ memcmp }))))).toEqual([
      'filters: must be at most 5 filters',
    ])
  })

  it.each([
    [{ filters: 'x' }, /^filters: must be a list of at most 5 filters/],
    [{ filters: [1] }, /^filters\.0: must be a filter: .*memcmp/],
    [{ filters: [{}] }, /^filters\.0\.memcmp: must be .*offset.*bytes/],
    [
      { filters: [{ memcmp: { offset: -1, bytes: '' } }] },
      /^filters\.0\.memcmp\.offset: must be a whole number from 0/,
    ],
    [{ filters: [{ memcmp: { offset: 0, bytes: '0' } }] }, /^filters\.0\.memcmp\.bytes: must be base58/],
    [{ filters: [{ memcmp: { offset: 0, bytes: 5 } }] }, /^filters\.0\.memcmp\.bytes: must be base58/],
    [{ dataSlice: 5 }, /^dataSlice: must be .*offset.*length/],
    [{ dataSlice: { offset: 0 } }, /^dataSlice\.length: must be a whole number from 0/],
    [{ limit: 1001 }, /^limit: must be a whole number from 0 to 1000$/],
    [{ cursor: '' }, /^cursor: must not be empty$/],
    [{ owner: 'x' }, /^owner: must be an address \(base58 of 32 bytes\)/],
  ])('say for %j what is allowed there', (params, message) => {
    expect(messages(byOwner, { owner: OWNER, ...params })).toEqual([expect.stringMatching(message)])
  })
})
