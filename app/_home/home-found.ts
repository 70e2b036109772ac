import { accountHref } from '@/lib/account/address'
import { tokenOf } from '@/lib/account/lens/token-data'
import { delegateHref } from '@/lib/listing/address/list-address'
import { mintAccountsHref } from '@/lib/listing/address/owner-address'
import type { AccountItem } from '@/lib/protocol/rpc/items'
import { walletHref } from '@/lib/wallet/address'

export interface Example {
  title: string
  text: string
  path: string
}

export function examplesAmong(rows: readonly AccountItem[]): Example[] {
  const tokens = rows.flatMap((row) => tokenOf(row) ?? [])
  const wallet = mostFrequent(tokens.map(({ owner }) => owner))
  const delegate = mostFrequent(tokens.flatMap(({ delegate }) => delegate ?? []))
  const mint = mostFrequent(tokens.map(({ mint }) => mint))
  const [account] = rows
  return [
    wallet && {
      title: 'What a wallet holds',
      text: 'Its tokens by mint with exact totals, its SOL, and delegations.',
      path: walletHref(wallet),
    },
    delegate && {
      title: 'A delegate',
      text: 'Token accounts that it may transfer from, with totals.',
      path: delegateHref(delegate),
    },
    mint && {
      title: 'All accounts of one mint',
      text: 'The token program’s accounts, filtered by the mint in their bytes.',
      path: mintAccountsHref(mint),
    },
    account && {
      title: 'An account',
      text: 'The lifecycle of one account version.',
      path: accountHref(account.hash),
    },
  ].flatMap((example) => example || [])
}

function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0]
}
