import { describe, expect, it } from 'vitest'
import { refusal } from '@/lib/testing/read-url'
import { readWalletUrl } from './address'

const KEY = 'cTokenmWW8bLPjZEBAUgYy3zKxQZW6VKi7bqNFEVv3m'

describe('the address of a wallet', () => {
  it('names tab, mint and whether the associated token accounts of its mints are asked for', () => {
    expect(readWalletUrl(KEY, {})).toMatchObject({
      ok: true,
      value: { wallet: KEY, tab: null, mint: null, associated: false, waits: false },
    })
    expect(readWalletUrl(KEY, { tab: 'given', mint: KEY, associated: 'listed', total: 'wait' })).toMatchObject({
      ok: true,
      value: { tab: 'given', mint: KEY, associated: true, waits: true },
    })
  })

  it('refuses other words, and says which are allowed', () => {
    expect(refusal(readWalletUrl(KEY, { tab: 'all', mint: 'abc', associated: 'yes', total: '1' }))).toEqual([
      'tab must be one of tokens, sol, given, received',
      expect.stringMatching(/^mint /),
      'associated must be listed',
      'total must be wait',
    ])
  })
})
