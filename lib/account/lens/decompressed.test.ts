import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { readRecording } from '@/lib/testing/recordings/files'
import { account } from '../../protocol/rpc/entities'
import { parseJson } from '../../protocol/rpc/json'
import { decompressedOf } from './decompressed'

const withData = (discriminator: bigint, data: Uint8Array) => ({
  data: { discriminator, data: Buffer.from(data).toString('base64'), dataHash: '' },
})

describe('a compressed account that stands in for one on the chain', () => {
  it('is known by its discriminator alone, and names the account where its data are an address', () => {
    const key = new Uint8Array(32).fill(7)
    expect(decompressedOf(withData(72057594037927935n, key))).toEqual({
      onChain: 'US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx',
    })
    expect(decompressedOf(withData(72057594037927935n, key.subarray(1)))).toEqual({ onChain: null })
    expect(decompressedOf(withData(72057594037927936n, key))).toBeNull()
    expect(decompressedOf(withData(72057594037927934n, key))).toBeNull()
    expect(decompressedOf({ data: null })).toBeNull()
  })

  it('names the mint that the recorded transaction made on the chain, a key of that transaction', () => {
    const { blocks, expectations } = readRecording('v2-account-interface')
    const rows = expectations.flatMap(({ result }) => {
      const { value } = Object(parseJson(result)) as { value?: { items?: unknown[] } }
      return (value?.items ?? []).flatMap((item) => account.safeParse(item).data ?? [])
    })
    const found = rows.map(decompressedOf).filter((each) => each !== null)
    const mint = 'CT5H1ANP4xNKdJJMFjnFEHCJ6LeH9vtUtmHxxXRt1kPH'
    expect(found).toEqual([{ onChain: mint }])
    const bytes = Buffer.from(base58.decode(mint))
    const named = blocks
      .flatMap(({ entries }) => entries)
      .filter(({ transaction }) => {
        const [wire, encoding] = transaction.transaction as [string, string]
        return encoding === 'base64' && Buffer.from(wire, 'base64').includes(bytes)
      })
    expect(named).toHaveLength(1)
  })
})
