import { tokenOwnerKind } from '@/lib/lens/token-extensions'
import { AmountCell, DelegateCell, MintCell, StateCell, type TokenRow, WalletCell } from '../tables/token-cells'
import { ownerKindSentence } from '../values/owner-kind'
import { ExtensionFacts } from './extension-facts'
import { Fact } from './fact'

/** The token part of an account: what it holds, of what, and whose it is. Interface 2.6. */
export function TokenFacts(row: TokenRow) {
  const { token } = row
  const kind = tokenOwnerKind(token.tlv)
  return (
    <>
      <Fact name="Mint">
        <MintCell {...row} />
      </Fact>
      <Fact name="Amount">
        <AmountCell {...row} /> <span className="text-muted">base units</span>
      </Fact>
      <Fact name={kind === 'wallet' ? 'Wallet' : 'Token owner'}>
        <WalletCell {...row} /> <span className="text-muted">{ownerKindSentence(kind)}</span>
      </Fact>
      <Fact name="Delegate">
        <DelegateCell {...row} />
      </Fact>
      <Fact name="State">
        <StateCell {...row} />
      </Fact>
      <ExtensionFacts token={token} />
    </>
  )
}
