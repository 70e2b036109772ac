import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { readRecording, recordingNames } from '@/lib/testing/recordings/files'
import { makeAccounts } from '@/lib/testing/stand-in/fixtures'
import { tokenDataHead } from '../../protocol/light/layouts'
import { TOKEN_PROGRAM } from '../../protocol/light/token-program'
import { account, tokenAccount } from '../../protocol/rpc/entities'
import type { AccountItem } from '../../protocol/rpc/items'
import { parseJson } from '../../protocol/rpc/json'
import { tokenDataOf } from './token-data'

function knownRows<S extends z.ZodType>(name: string, schema: S): z.output<S>[] {
  return readRecording(name).expectations.flatMap(({ result }) => {
    const { value } = Object(parseJson(result)) as { value?: { items?: unknown[] } }
    return (value?.items ?? []).flatMap((item) => {
      const read = schema.safeParse(item)
      return read.success ? [read.data] : []
    })
  })
}

it('is what the indexer answers, for every token account of the known answers', () => {
  const known = recordingNames().flatMap((name) => knownRows(name, tokenAccount))
  expect(known.length).toBeGreaterThan(20)
  for (const { account, tokenData } of known) expect(tokenDataOf(account)).toStrictEqual(tokenData)
  expect(known.some(({ tokenData }) => tokenData.delegate !== null)).toBe(true)
  expect(known.some(({ tokenData }) => tokenData.state === 'frozen')).toBe(true)
})

it('has the extensions of accounts that were closed into compressed state', () => {
  const rows = knownRows('v2-compress-and-close-tlv', account).map((row) => tokenDataOf(row))
  const tlvs = rows.flatMap((row) => row?.tlv ?? [])
  expect(tlvs.length).toBeGreaterThan(0)
  // A count of one, then `compressed only`: kind 31 and its 17 bytes.
  for (const tlv of tlvs) expect(Buffer.from(tlv, 'base64').toString('hex')).toMatch(/^010000001f[0-9a-f]{34}$/)
})
function accountWith(bytes: Uint8Array, discriminator = 2n, owner = TOKEN_PROGRAM): AccountItem {
  const [row] = makeAccounts(owner, 1) as [AccountItem]
  return { ...row, data: { discriminator, data: Buffer.from(bytes).toString('base64'), dataHash: 'data hash' } }
}

describe('there is none', () => {
  const whole = Uint8Array.from(
    tokenDataHead.encode({
      mint: new Uint8Array(32).fill(1),
      owner: new Uint8Array(32).fill(2),
      amount: 5n,
      delegate: new Uint8Array(32).fill(3),
      state: 1,
    }),
  )

  it('for any data that is cut short', () => {
    expect(tokenDataOf(accountWith(whole))?.state).toBe('frozen')
    for (let length = 0; length < whole.length; length++) {
      expect(tokenDataOf(accountWith(whole.subarray(0, length)))).toBeNull()
    }
  })

  it.each([
    [72, 2],
    [105, 2],
    [105, 255],
  ])('where byte %i is %i: neither delegate nor state that exists', (at, byte) => {
    const bytes = Uint8Array.from(whole)
    bytes[at] = byte
    expect(tokenDataOf(accountWith(bytes))).toBeNull()
  })

  it('for other discriminators, other programs, no data, and data that is not base64', () => {
    expect(tokenDataOf(accountWith(whole, 72057594037927935n))).toBeNull()
    expect(tokenDataOf(accountWith(whole, 2n, '11111111111111111111111111111111'))).toBeNull()
    const row = accountWith(whole)
    expect(tokenDataOf({ ...row, data: null })).toBeNull()
    expect(tokenDataOf({ ...row, data: { discriminator: 2n, data: 'no base64', dataHash: '' } })).toBeNull()
  })

  it('for a slice that may have cut the data, at its start or at its end', () => {
    expect(tokenDataOf(accountWith(whole), { offset: 1, length: 1_000 })).toBeNull()
    expect(tokenDataOf(accountWith(whole), { offset: 0, length: whole.length })).toBeNull()
    expect(tokenDataOf(accountWith(whole), { offset: 0, length: whole.length + 1 })?.amount).toBe(5n)
  })
})
