import { tokenUnits } from '@/lib/account/mints/contract'
import { groupDigits } from '@/lib/format/numbers'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import { accountsOf, formatShare, type MintExposure, type PartyExposure, totalOf } from '@/lib/wallet/exposure'
import { Digits } from '../ui/digits'
import { Identicon, Identifier } from '../ui/identifier'
import { OwnerKindMark, ownerKindWords } from '../ui/token-extensions'
import { SumCell, SumHeads } from './sum-cell'

export function PartyTable({
  mints,
  known,
  party,
  partyHref,
  amount,
  atLeast = false,
}: {
  mints: readonly MintExposure[]
  known: Mints
  party: 'Wallet' | 'Delegate'
  partyHref(party: string): string
  amount: string
  atLeast?: boolean
}) {
  const units = tokenUnits(
    known,
    mints.flatMap(({ mint, top }) =>
      top.flatMap(({ movable, frozen }) => [movable, frozen].map(({ amount }) => ({ mint, amount }))),
    ),
  )
  return (
    <table className={`rows cards ${units ? 'in-tokens' : ''}`} aria-label={`Totals by ${party.toLowerCase()}`}>
      <SumHeads
        texts={[party, 'Mint']}
        figures={['Share of mint', units ? amount : `${amount} (base units)`, 'Frozen', 'Accounts']}
      />
      {mints.map(({ mint, top, total, parties }) => (
        <tbody key={mint}>
          {top.map((each) => (
            <tr key={each.party} className="row">
              <td data-label={party} data-card="first">
                <Identifier text={each.party} what={whatOf(each, party)} href={partyHref(each.party)} short />
                {party === 'Wallet' && <OwnerKindMark kind={each.kind} />}
              </td>
              <td data-label="Mint" data-card="second">
                <Identicon text={mint} />
                <Identifier text={mint} what="mint" short copy={false} />
              </td>
              <td data-label="Share" data-card="second-end" className="figure">
                {formatShare(totalOf(each), total)}
              </td>
              <SumCell label={amount} sum={each.movable} mint={mint} units={units} atLeast={atLeast} card="first-end" />
              <SumCell
                label="Frozen"
                sum={each.frozen}
                {...{ mint, units, atLeast }}
                card={each.frozen.accounts > 0 ? undefined : 'none'}
              />
              <td data-label="Accounts" data-card="none" className="figure">
                <Digits value={accountsOf(each)} />
              </td>
            </tr>
          ))}
          {parties > top.length && (
            <tr className="row">
              <td colSpan={6} className="text-muted">
                {`${groupDigits(parties - top.length)} more with smaller amounts`}
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  )
}

function whatOf({ kind }: PartyExposure, party: 'Wallet' | 'Delegate'): string {
  return party === 'Wallet' ? ownerKindWords(kind) : 'delegate'
}
