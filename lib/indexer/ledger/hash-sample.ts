import { base58 } from '@scure/base'
import type { HashVerdict } from '../../light/check-account'
import type { BlockChanges } from '../store/changes'

/** An account whose hash was made again, and what came of it. Base58. */
export interface CheckedAccount {
  slot: number
  signature: string
  hash: string
  verdict: HashVerdict
}

/**
 * Makes the hash of one new account again, drawn from all of some blocks: a node that makes accounts up is found out in time,
 * while following is held up by half a millisecond a batch at most. Null where the blocks have none.
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
  const { checkAccount } = await import('../../light/check-account')
  const verdict = checkAccount(account)
  return { slot, signature: base58.encode(signature), hash: base58.encode(account.hash), verdict }
}
