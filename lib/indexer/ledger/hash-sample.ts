import { base58 } from '@scure/base'
import type { HashResult } from '../../protocol/light/check-account'
import type { BlockChanges } from '../store/changes'

/** An account whose hash was recomputed, and the result. Base58. */
export interface CheckedAccount {
  slot: number
  signature: string
  hash: string
  result: HashResult
}

/**
 * Recomputes the hash of one new account, drawn from all of some blocks: a node that makes accounts up is found out in time,
 * and following is delayed by at most half a millisecond a batch. Null where the blocks have none.
 * @param random numbers in [0, 1).
 */
export async function checkOneAccount(blocks: BlockChanges[], random: () => number): Promise<CheckedAccount | null> {
  const accounts = blocks.flatMap(({ slot, transactions }) =>
    transactions.flatMap(({ signature, outputs }) => outputs.map((account) => ({ slot, signature, account }))),
  )
  const drawn = accounts[Math.floor(random() * accounts.length)]
  if (!drawn) return null
  const { slot, signature, account } = drawn
  // With its hash functions, which take a quarter of a second to load.
  const { checkAccount } = await import('../../protocol/light/check-account')
  const result = checkAccount(account)
  return { slot, signature: base58.encode(signature), hash: base58.encode(account.hash), result }
}
