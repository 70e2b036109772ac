import { tokenUnits } from '@/lib/account/mints/contract'
import { counted } from '@/lib/format/numbers'
import type { Mints } from '@/lib/protocol/solana/mint-info'
import { accountsOf, allOf, formatShare, type MintExposure, totalOf } from '@/lib/wallet/exposure'
import { Digits } from '../ui/digits'
import { Identicon, Identifier } from '../ui/identifier'
import { SumCell, SumHeads } from './sum-cell'

export function MintTable({
  mints,
  known,
  chosen,
  mintHref,
  parties,
  amount,
  allStates = false,
  atLeast = false,
}: {
  mints: readonly MintExposure[]
  known: Mints
  chosen: string | null
  mintHref(mint: string): string
  parties: { heading: string; noun: string }
  amount: string
  /** True where amounts include frozen accounts. */
  allStates?: boolean
  /** True where rows may be missing: the sums are lower bounds. */
  atLeast?: boolean
}) {
  const other = mints.some((each) => each.other.accounts > 0)
  const summed = (each: MintExposure) => (allStates ? allOf(each) : each.movable)
  const units = tokenUnits(
    known,
    mints.flatMap((each) => [summed(each), each.frozen, each.other].map(({ amount }) => ({ mint: each.mint, amount }))),
  )
  return (
    <table className={`rows cards ${units ? 'in-tokens' : ''}`} aria-label="Totals by mint">
      <SumHeads
        texts={['Mint', parties.heading]}
        figures={[units ? amount : `${amount} (base units)`, 'Frozen', ...(other ? ['Other states'] : []), 'Accounts']}
      />
      <tbody>
        {mints.map((each) => (
          <tr key={each.mint} className="row" data-open={each.mint === chosen ? '' : undefined}>
            <td data-label="Mint" data-card="first">
              <Identicon text={each.mint} />
              <Identifier text={each.mint} what="mint" href={mintHref(each.mint)} short />
            </td>
            <td data-label={parties.heading} data-card="second" className="number text-muted">
              {sharesText(each, parties.noun)}
            </td>
            <SumCell label={amount} sum={summed(each)} mint={each.mint} {...{ units, atLeast }} card="first-end" />
            <SumCell
              label="Frozen"
              sum={each.frozen}
              mint={each.mint}
              {...{ units, atLeast }}
              card={each.frozen.accounts > 0 ? undefined : 'none'}
            />
            {other && <SumCell label="Other states" sum={each.other} mint={each.mint} {...{ units, atLeast }} />}
            <td data-label="Accounts" data-card="second-end" className="figure">
              <Digits value={accountsOf(each)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function sharesText({ top: [largest], total, parties }: MintExposure, noun: string): string {
  if (!largest || total === 0n) return 'no amount'
  const count = counted(parties, noun)
  return parties === 1 ? count : `${count}, largest ${formatShare(totalOf(largest), total)}`
}
