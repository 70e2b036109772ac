import type { MintInfo } from '@/lib/protocol/solana/mint-info'
import { Fact } from './fact'

export function MintFacts({ info }: { info: MintInfo | undefined }) {
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
