import { base58 } from '@scure/base'
import type { BlockChanges } from '../store/changes'

/** Detects a node that invents accounts, in at most 0.5 ms per batch. Null: no accounts. */
export async function checkOneAccount(blocks: BlockChanges[], random: () => number) {
  const accounts = blocks.flatMap(({ slot, transactions }) =>
    transactions.flatMap(({ signature, outputs }) => outputs.map((account) => ({ slot, signature, account }))),
  )
  const drawn = accounts[Math.floor(random() * accounts.length)]
  if (!drawn) return null
  const { slot, signature, account } = drawn
  const { checkAccount } = await import('../../protocol/light/check-account')
  const result = checkAccount(account)
  return { slot, signature: base58.encode(signature), hash: base58.encode(account.hash), result }
}
