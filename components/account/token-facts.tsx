import { tokenOwnerKind } from '@/lib/account/lens/token-extensions'
import type { MintInfo } from '@/lib/protocol/solana/mint-info'
import { ExactTokens } from '../ui/exact-tokens'
import { ownerKindSentence } from '../ui/token-extensions'
import { ExtensionFacts } from './extension-facts'
import { Fact } from './fact'
import { MintFacts } from './mint-facts'
import { DelegateCell, MintCell, StateCell, type TokenRow, WalletCell } from './token-cells'

/** Interface 2.6. */
export function TokenFacts({ info, ...row }: TokenRow & { info: MintInfo | undefined }) {
  const { token } = row
  const kind = tokenOwnerKind(token.tlv)
  return (
    <>
      <Fact name="Mint">
        <MintCell {...row} />
      </Fact>
      <MintFacts info={info} />
      <Fact name="Amount">
        <ExactTokens amount={token.amount} info={info} copy="amount" />
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
      <ExtensionFacts token={token} info={info} />
    </>
  )
}
