import { visible } from '@/lib/format/visible'
import { AmountCell, DelegateCell, MintCell, StateCell, type TokenRow, WalletCell } from '../tables/token-cells'
import { CopyButton } from '../values/copy-button'
import { Fact } from './fact'

/** The token part of an account: what it holds, of what, and whose it is. Interface 2.6. */
export function TokenFacts(row: TokenRow) {
  const { token } = row
  return (
    <>
      <Fact name="Mint">
        <MintCell {...row} />
      </Fact>
      <Fact name="Amount">
        <AmountCell {...row} /> <span className="text-muted">base units</span>
      </Fact>
      <Fact name="Wallet">
        <WalletCell {...row} />
      </Fact>
      <Fact name="Delegate">
        <DelegateCell {...row} />
      </Fact>
      <Fact name="State">
        <StateCell {...row} />
      </Fact>
      {token.tlv && (
        <Fact name="Extension data (base64)">
          <bdi dir="ltr" className="id">
            {visible(token.tlv)}
          </bdi>
          <CopyButton text={token.tlv} what="extension data" />
        </Fact>
      )}
    </>
  )
}
