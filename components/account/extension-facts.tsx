import type { TokenData } from '@/lib/account/lens/token-data'
import { readTlv } from '@/lib/account/lens/token-extensions'
import { visible } from '@/lib/format/text'
import type { MintInfo } from '@/lib/protocol/solana/mint-info'
import { ExactTokens } from '../ui/exact-tokens'
import { CopyButton } from '../ui/identifier'
import { Fact } from './fact'

export function ExtensionFacts({
  token: { tlv, amount, delegate },
  info,
}: {
  token: TokenData
  info: MintInfo | undefined
}) {
  if (!tlv) return null
  const { compressedOnly, problem } = readTlv(tlv)
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
          {visible(tlv)}
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
