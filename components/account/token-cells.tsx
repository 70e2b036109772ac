import type { TokenData } from '@/lib/account/lens/token-data'
import type { TokenUnits } from '@/lib/account/mints/contract'
import { formatUnitsUngrouped } from '@/lib/format/amounts'
import { escapeInvisible } from '@/lib/format/text'
import { delegateHref, mintHref } from '@/lib/listing/address/list-address'
import type { Cluster } from '@/lib/page/address'
import { walletHref } from '@/lib/wallet/address'
import { None, TokenAmount } from '../ui/amounts'
import { CopyButton, Identicon, Identifier, NarrowLink } from '../ui/identifier'
import { TokenOwner } from './token-owner'

export interface TokenRow {
  token: TokenData
  cluster: Cluster
  narrow: Narrow
  /** Absent: base units. */
  units?: TokenUnits | null | undefined
}

/** Link to the rows of this list with the same mint, wallet, or bytes at an offset (base58); null where there is none. */
export type Narrow = (part: 'mint' | 'wallet' | number, bytes: string) => string | null

export const NOT_NARROWED: Narrow = () => null

export function MintCell({ token: { mint }, cluster, narrow }: TokenRow) {
  return (
    <span className="whitespace-nowrap">
      <Identicon text={mint} />
      <Identifier text={mint} what="mint" href={mintHref(mint, cluster)} short />
      <NarrowLink href={narrow('mint', mint)} what="mint" />
    </span>
  )
}

export function AmountCell({ token: { mint, amount }, units }: TokenRow) {
  return (
    <span className="whitespace-nowrap">
      <TokenAmount amount={amount} mint={mint} units={units} />
      <CopyButton text={formatUnitsUngrouped(amount, units?.mints[mint]?.decimals)} what="amount" />
    </span>
  )
}

export function WalletCell({ token, cluster, narrow }: TokenRow) {
  const { owner } = token
  return (
    <span className="whitespace-nowrap">
      {token.tlv ? (
        <TokenOwner owner={owner} tlv={token.tlv} cluster={cluster} />
      ) : (
        <Identifier text={owner} what="wallet" href={walletHref(owner, {}, cluster)} short />
      )}
      <NarrowLink href={narrow('wallet', owner)} what="wallet" />
    </span>
  )
}

export function DelegateCell({ token: { delegate }, cluster }: TokenRow) {
  if (delegate === null) return <None />
  return <Identifier text={delegate} what="delegate" href={delegateHref(delegate, {}, cluster)} short />
}

/** Indexers send `initialized` and `frozen` today; other text is shown as is. Interface 2.9. */
export function StateCell({ token: { state } }: TokenRow) {
  const chipClass = state === 'initialized' ? '' : state === 'frozen' ? 'chip chip-doubt' : 'chip'
  return (
    <bdi dir="ltr" className={chipClass}>
      {escapeInvisible(state)}
    </bdi>
  )
}
