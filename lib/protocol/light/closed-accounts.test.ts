import { base58 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { key, PROGRAMS } from '@/lib/testing/indexer/synthetic-chain'
import { readRecording } from '@/lib/testing/recordings/files'
import { nameWallets } from './closed-accounts'
import { type Instruction, openTransaction } from './groups'
import { parseTransaction } from './transaction'
import type { TokenUpdate } from './updates'

const transactions = readRecording('v2-compress-and-close-tlv').blocks.flatMap(({ entries }) =>
  entries.map(({ transaction }) => ({ ...transaction })),
)
const closed = transactions.flatMap((transaction) => {
  const parsed = parseTransaction(transaction, PROGRAMS)
  const outputs = (parsed.ok && parsed.update?.outputs) || []
  const { groups } = openTransaction(transaction, PROGRAMS.compression)
  return outputs.flatMap(({ token }) => (token ? [{ token, groups }] : []))
})

const EMPTY = new Uint8Array(0)

describe('the wallet behind a closed associated account', () => {
  it('is the one that the closing instruction names', () => {
    // From the keys of the transaction that closed the five.
    const [one, other] = [
      '2F7Zim9m5svq2M8pVXUQPDXme6nSji8Vvj8D2vhh3dvj',
      'DgTcTnDcHGUcApj2RjhRpezRPSCyK7PRVmHL4SFD1zRD',
    ]
    const wallets = closed.map(({ token }) => token.wallet && base58.encode(token.wallet))
    expect(wallets).toEqual([one, one, one, one, other])
  })

  const walletsBy = (groups: Instruction[][], change: Partial<TokenUpdate> = {}) => {
    const tokens = closed.map(({ token: { wallet, ...token } }) => ({ ...token, ...change }))
    nameWallets(tokens, groups, PROGRAMS)
    return tokens.map(({ wallet }: TokenUpdate) => wallet)
  }
  const groups = closed[0]?.groups ?? []
  const none = (value: Uint8Array | undefined) => closed.map(() => value)

  it.each<[string, (instruction: Instruction) => Instruction]>([
    ['names another wallet', (one) => ({ ...one, accounts: one.accounts.map(() => base58.encode(key('other'))) })],
    ['names none', (one) => ({ ...one, accounts: one.accounts.slice(0, 7) })],
    ['is of another program', (one) => ({ ...one, program: base58.encode(key('program')) })],
    ['is another one', (one) => ({ ...one, data: Uint8Array.of(100, ...one.data.subarray(1)) })],
    ['is cut', (one) => ({ ...one, data: one.data.subarray(0, 150) })],
  ])('is not known if the instruction %s', (_, change) => {
    expect(walletsBy(groups.map((group) => group.map(change)))).toEqual(none(EMPTY))
  })

  it('is not known of another mint, and none where the owner is no associated account', () => {
    expect(walletsBy(groups, { mint: key('mint') })).toEqual(none(EMPTY))
    const own = Uint8Array.from(closed[0]?.token.tlv ?? [])
    own[own.length - 1] = 0
    for (const tlv of [null, own]) expect(walletsBy(groups, { tlv })).toEqual(none(undefined))
  })

  it('is not searched without end', () => {
    const accounts = Array.from({ length: 256 }, (_, i) => base58.encode(key(`${i}`)))
    const extensions = accounts.flatMap((_, i) => [31, ...Array(18).fill(0), 1, 0, i])
    const named = {
      program: PROGRAMS.token,
      accounts: [...Array(7).fill(''), ...accounts],
      data: Uint8Array.of(101, ...extensions),
    }
    const begun = closed.slice(0, 1).map(({ token }) => ({ ...token }))
    const tokens = Array.from({ length: 5_000 }, () => ({ ...(begun[0] as TokenUpdate) }))
    nameWallets(tokens, [[named]], PROGRAMS)
    expect(tokens.every(({ wallet }) => wallet?.length === 0)).toBe(true)
  })
})
