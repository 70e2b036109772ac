import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decodeBase58, encodeBase58 } from '@/lib/protocol/base58'
import { accountHash } from '@/lib/protocol/light/account-hash'
import type { AccountItem, TokenAccountItem } from '@/lib/protocol/rpc/items'
import { flipMisses } from '@/lib/testing/flipped-row'
import { readRecording, recordingNames } from '@/lib/testing/recordings/files'
import { rowsOf } from '@/lib/testing/recordings/rows'
import { SEED } from '@/scripts/seed'
import { proveRow } from './row-proof'

const recordings = await Promise.all(
  recordingNames().map(async (name) => {
    const recording = readRecording(name)
    return { name, today: recording.programIds === null, rows: await rowsOf(recording) }
  }),
)
const today = recordings.filter((recording) => recording.today).flatMap(({ rows }) => rows)
const shown = (rows: readonly (AccountItem | TokenAccountItem)[]) =>
  new Set(rows.map((row) => Object.values(proveRow(row)).join(' ')))

describe('recorded rows', () => {
  test('of today’s programs match their hashes, or it is their program’s bytes alone that cannot be told', () => {
    expect(today.length).toBeGreaterThan(350)
    expect(shown(today)).toEqual(new Set(['matches content', 'cannot_tell bytes']))
    const unknown = today.filter((row) => proveRow(row).result === 'cannot_tell')
    expect(unknown.every((row) => 'hash' in row && row.owner !== TOKEN_PROGRAM)).toBe(true)
  })

  test('of the programs until August 2024 raise no alarm, and their tokens cannot be told', () => {
    const older = recordings.filter((recording) => !recording.today).flatMap(({ rows }) => rows)
    expect(shown(older)).toEqual(new Set(['matches content', 'cannot_tell programs']))
  })

  test('differ when a bit of what is bound is turned over', () => {
    expect(flipMisses(today, 400, SEED)).toEqual([])
  })

  test('bind neither seq nor the slot', () => {
    for (const row of today.slice(0, 20)) {
      const other = <Row extends AccountItem>(account: Row) => ({ ...account, seq: 7n, slotCreated: 1 })
      expect(proveRow('account' in row ? { ...row, account: other(row.account) } : other(row))).toEqual(proveRow(row))
    }
  })
})

const TOKEN_PROGRAM = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'
const token = (layout: bigint) => {
  const found = today.find(
    (row): row is TokenAccountItem => 'account' in row && row.account.data?.discriminator === layout,
  )
  if (!found?.account.data) throw new Error('no such token account is recorded')
  return { ...found, account: { ...found.account, data: found.account.data } }
}
const [V1, SHA_FLAT] = [2n, 288230376151711744n]

function withTail(row: ReturnType<typeof token>, tail: number[]): TokenAccountItem {
  const bytes = Buffer.from(row.account.data.data, 'base64')
  const fields = bytes.subarray(0, bytes[72] === 1 ? 106 : 74)
  const data = Buffer.concat([fields, Buffer.from(tail)]).toString('base64')
  const tlv = tail[0] === 1 ? Buffer.from(tail.slice(1)).toString('base64') : null
  return { account: { ...row.account, data: { ...row.account.data, data } }, tokenData: { ...row.tokenData, tlv } }
}

describe('a token account', () => {
  test('of the first layout does not bind its extension data, of the third it does', () => {
    expect(proveRow(token(V1))).toEqual({ result: 'matches', reason: 'content' })
    expect(proveRow(withTail(token(V1), [1, 9, 9]))).toEqual({ result: 'matches', reason: 'token_fields' })
    expect(proveRow(withTail(token(SHA_FLAT), [1, 9, 9]))).toEqual({ result: 'differs', reason: 'data' })
  })

  test('must have the token fields of its bytes', () => {
    const row = token(V1)
    const { tokenData } = row
    for (const other of [
      { amount: tokenData.amount + 1n },
      { state: 'Frozen' },
      { delegate: tokenData.mint },
      { owner: tokenData.mint },
      { tlv: 'AAAA' },
    ]) {
      expect(proveRow({ ...row, tokenData: { ...tokenData, ...other } })).toEqual({
        result: 'differs',
        reason: 'token',
      })
    }
    expect(proveRow({ ...row, account: { ...row.account, data: null } })).toMatchObject({ result: 'differs' })
  })

  test('whose bytes are no token data differs; where a part of them was requested, nothing can be told of them', () => {
    const { account } = token(V1)
    const part = { ...account, data: { ...account.data, data: account.data.data.slice(0, 40) } }
    expect(proveRow(part)).toEqual({ result: 'differs', reason: 'data' })
    expect(proveRow(part, true)).toEqual({ result: 'cannot_tell', reason: 'slice' })
    expect(proveRow(account, true).result).toBe('matches')
    expect(proveRow({ ...part, lamports: 1n }, true)).toEqual({ result: 'differs', reason: 'account' })
  })
})

function made(
  treeType: bigint,
  data: AccountItem['data'] = null,
  hashed: { discriminator: bigint; dataHash: Uint8Array } | null = data && {
    ...data,
    dataHash: decodeBase58(data.dataHash),
  },
): AccountItem {
  const [owner, tree] = [key(1), key(2)]
  const hash = accountHash({ owner, tree, treeType, leafIndex: 7n, lamports: 5n, address: null, data: hashed })
  return {
    ...{ hash: encodeBase58(hash), owner: encodeBase58(owner), tree: encodeBase58(tree), data },
    ...{ address: null, lamports: 5n, leafIndex: 7, seq: treeType === 1n ? 1n : null, slotCreated: 1 },
  }
}
const key = (byte: number) => new Uint8Array(32).fill(byte)

describe('any other account', () => {
  test('is tried in both forms where nobody knows its tree', () => {
    for (const account of [made(1n), made(3n)]) {
      expect(proveRow(account).result).toBe('matches')
      expect(proveRow({ ...account, seq: account.seq === null ? 1n : null }).result).toBe('matches')
      expect(proveRow({ ...account, leafIndex: 8 })).toEqual({ result: 'differs', reason: 'account' })
    }
  })

  test('without data may have been hashed with zeros, as from a CPI context; one with data may not', () => {
    const zeros = { discriminator: 0n, dataHash: key(0) }
    const data = { discriminator: 2n, data: 'AQ==', dataHash: encodeBase58(key(4)) }
    for (const treeType of [1n, 3n]) {
      expect(proveRow(made(treeType, null, zeros)).result).toBe('matches')
      expect(proveRow({ ...made(treeType, null, zeros), lamports: 6n }).result).toBe('differs')
      expect(proveRow(made(treeType, null, { ...zeros, discriminator: 1n })).result).toBe('differs')
      expect(proveRow(made(treeType, null, { ...zeros, dataHash: key(1) })).result).toBe('differs')
      expect(proveRow(made(treeType, data, zeros)).result).toBe('differs')
    }
  })

  test('binds its bytes where they are hashed whole; else nothing can be told of them', () => {
    const bytes = Buffer.from('some bytes')
    const digest = createHash('sha256').update(bytes).digest()
    digest[0] = 0
    const whole = made(3n, { discriminator: 1n, data: bytes.toString('base64'), dataHash: encodeBase58(digest) })
    expect(proveRow(whole)).toEqual({ result: 'matches', reason: 'content' })
    const own = made(3n, { discriminator: 1n, data: bytes.toString('base64'), dataHash: encodeBase58(key(3)) })
    expect(proveRow(own)).toEqual({ result: 'cannot_tell', reason: 'bytes' })
    expect(proveRow(own, true)).toEqual({ result: 'cannot_tell', reason: 'slice' })
  })

  test('with a field that cannot be hashed is not judged', () => {
    for (const odd of ['', 'I0', encodeBase58(new Uint8Array(31)), 'z'.repeat(512)]) {
      expect(proveRow({ ...made(3n), owner: odd })).toEqual({ result: 'cannot_tell', reason: 'unreadable' })
      expect(proveRow({ ...made(3n), hash: odd })).toEqual({ result: 'cannot_tell', reason: 'unreadable' })
    }
  })
})
