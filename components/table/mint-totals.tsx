import type { ComponentProps } from 'react'
import { counted, groupDigits, nounFor } from '@/lib/format/numbers'
import type { MintExposure } from '@/lib/wallet/exposure'
import { MintTable } from './mint-table'
import { PartyTable } from './party-table'

export const FIRST_MINTS = 3

/** Upper limit: airdrops bring thousands of mints. */
const MOST_MINTS = 100

export function MintTotals({
  first,
  all,
  party,
  partyHref,
  ...table
}: Omit<ComponentProps<typeof MintTable>, 'mints'> &
  Pick<ComponentProps<typeof PartyTable>, 'partyHref'> & {
    first: readonly MintExposure[]
    all: readonly MintExposure[]
    /** Whom the totals of a mint are divided among; null: no such table. */
    party: 'Wallet' | 'Delegate' | null
  }) {
  const chosen = all.filter(({ mint }) => mint === table.chosen)
  const others = all.filter((each) => !first.includes(each)).slice(0, MOST_MINTS)
  const left = all.length - first.length - others.length
  return (
    <>
      {first.length > 0 && (
        <div className="panel sheet">
          <MintTable mints={first} {...table} />
        </div>
      )}
      {others.length > 0 && (
        <details className="pt-1.5">
          <summary className="min-h-6 cursor-pointer text-sm font-semibold">
            {first.length === 0 ? 'All mints' : counted(all.length - first.length, 'other mint')}
          </summary>
          <div className="panel sheet mt-2">
            <MintTable mints={others} {...table} />
          </div>
          {left > 0 && (
            <p className="pt-2 text-sm text-muted">
              {`${groupDigits(left)} more ${nounFor(left, 'mint')} with fewer accounts. The export lists all of them.`}
            </p>
          )}
        </details>
      )}
      {party && (
        <details className="pt-1.5" open={chosen.length > 0}>
          <summary className="min-h-6 cursor-pointer text-sm font-semibold">
            {`Totals by ${party.toLowerCase()}${chosen.length > 0 ? ', this mint' : ''}`}
          </summary>
          <div className="panel sheet mt-2">
            <PartyTable
              mints={chosen.length > 0 ? chosen : all.slice(0, MOST_MINTS)}
              party={party}
              partyHref={partyHref}
              {...table}
            />
          </div>
        </details>
      )}
    </>
  )
}
