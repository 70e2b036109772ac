import type { TokenData } from '@/lib/account/lens/token-data'
import { delegatedAmount, type TokenOwnerKind, tokenOwnerKind } from '@/lib/account/lens/token-extensions'
import type { TokenUnits } from '@/lib/account/mints/contract'
import { formatUnitsUngrouped } from '@/lib/format/amounts'
import { walletTokensHref } from '@/lib/listing/address/owner-address'
import type { Cluster } from '@/lib/page/address'
import { walletHref } from '@/lib/wallet/address'
import { TokenAmount } from './amounts'
import { CopyButton, Identifier } from './identifier'

/* What a token account's extensions change. Loaded on demand. */

const WORDS: Record<TokenOwnerKind, { mark: string; sentence: string; copied: string }> = {
  wallet: { mark: '', sentence: '', copied: 'wallet' },
  'associated token account': {
    mark: 'ATA',
    sentence: 'Associated token account. This account does not name the wallet behind it.',
    copied: 'associated token account',
  },
  'wallet or closed account': {
    mark: 'wallet?',
    sentence: 'The wallet, or the token account that was closed: this account does not say which.',
    copied: 'owner',
  },
  unknown: {
    mark: 'wallet?',
    sentence: 'The extensions can’t be read, so this may not be the wallet.',
    copied: 'owner',
  },
}

function tokenOwnerHref(owner: string, kind: TokenOwnerKind, cluster: Cluster): string {
  return kind === 'wallet' ? walletHref(owner, {}, cluster) : walletTokensHref(owner, cluster)
}

export function KnownOwner({
  owner,
  tlv,
  cluster,
}: {
  owner: string
  tlv: string | null | undefined
  cluster: Cluster
}) {
  const kind = tokenOwnerKind(tlv)
  return (
    <>
      <Identifier text={owner} what={ownerKindText(kind)} href={tokenOwnerHref(owner, kind, cluster)} short />
      <OwnerKindMark kind={kind} />
    </>
  )
}

/** facts/cold-tokens.md 2. */
export function OwnerKindMark({ kind }: { kind: TokenOwnerKind }) {
  if (kind === 'wallet') return null
  const { mark, sentence } = WORDS[kind]
  return (
    <abbr className={`chip no-underline ${kind === 'unknown' ? 'chip-doubt' : ''}`} title={sentence}>
      {mark}
    </abbr>
  )
}

export function ownerKindSentence(kind: TokenOwnerKind): string {
  return WORDS[kind].sentence
}

export function ownerKindText(kind: TokenOwnerKind): string {
  return WORDS[kind].copied
}

/** facts/cold-tokens.md 1. */
export function DelegatedAmount({ token, units }: { token: TokenData; units?: TokenUnits | null | undefined }) {
  const amount = delegatedAmount(token)
  return (
    <span className="whitespace-nowrap">
      <TokenAmount amount={amount} mint={token.mint} units={units} />
      <CopyButton text={formatUnitsUngrouped(amount, units?.mints[token.mint]?.decimals)} what="delegated amount" />
    </span>
  )
}
