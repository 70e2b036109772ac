import type { TokenData } from '@/lib/account/lens/token-data'
import { parseTlv, tokenOwnerKind } from '@/lib/account/lens/token-extensions'
import { escapeInvisible } from '@/lib/format/text'
import type { MintInfo } from '@/lib/protocol/solana/mint-info'
import { ExactTokens } from '../ui/exact-tokens'
import { CopyButton } from '../ui/identifier'
import { ownerKindSentence } from '../ui/token-extensions'
import { Fact } from './fact'
import { DelegateCell, MintCell, StateCell, type TokenRow, WalletCell } from './token-cells'

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

function MintFacts({ info }: { info: MintInfo | undefined }) {
  if (!info) return null
  const claims = [info.symbol, info.name].filter((text) => text !== null)
  return (
    <>
      {claims.length > 0 && (
        <Fact name="Issuer’s name">
          <bdi>{claims.join(' · ')}</bdi>{' '}
          <span className="text-muted">{`claimed in the ${info.source === 'metadata program' ? 'metadata account' : 'mint account'}; other mints may claim the same`}</span>
        </Fact>
      )}
      <Fact name="Decimals">
        <span className="number">{info.decimals}</span>
      </Fact>
    </>
  )
}

function ExtensionFacts({ token: { tlv, amount, delegate }, info }: { token: TokenData; info: MintInfo | undefined }) {
  if (!tlv) return null
  const { compressedOnly, problem } = parseTlv(tlv)
  return (
    <>
      {compressedOnly && (
        <>
          <Fact name="Compressed only">
            Made by closing a token account on chain. It can be decompressed, not transferred.
          </Fact>
          <Fact name="Delegated amount">
            <ExactTokens amount={compressedOnly.delegatedAmount} info={info} copy="delegated amount" />
            <span className="text-muted">{delegationText(compressedOnly.delegatedAmount, amount, delegate)}</span>
          </Fact>
          <Fact name="Withheld transfer fee">
            <ExactTokens amount={compressedOnly.withheldTransferFee} info={info} copy="withheld transfer fee" />
          </Fact>
        </>
      )}
      {problem !== null && (
        <Fact name="Extensions">
          <span className="text-doubt">{`Not read to the end: ${problem}.`}</span>
        </Fact>
      )}
      <Fact name="Extension data">
        <bdi dir="ltr" className="id">
          {escapeInvisible(tlv)}
        </bdi>
        <CopyButton text={tlv} what="extension data" />
      </Fact>
    </>
  )
}

function delegationText(delegated: bigint, held: bigint, delegate: string | null): string {
  if (!delegate) return '; the account has no delegate'
  return delegated > BigInt(held) ? '; more than the balance, so all of it' : ''
}
