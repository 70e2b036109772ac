import type { ReactNode } from 'react'
import { ProofChip } from '@/components/account/proof-fact'
import { None } from '@/components/ui/amounts'
import { Identifier } from '@/components/ui/identifier'
import { accountHref } from '@/lib/account/address'
import type { RowProof } from '@/lib/account/proof/contract'
import type { Comparison, Difference, FieldValue, Lacking, Pair, SideIndex } from '@/lib/compare/contract'
import { counted, groupDigits } from '@/lib/format/numbers'
import { visible } from '@/lib/format/text'
import { type Cluster, txHref } from '@/lib/page/address'

const MOST_DRAWN = 100

const MOST_CHARS = 160

export function DifferencesTable({
  comparison: { differences, differencesFound, sides, what },
  cluster,
}: {
  comparison: Comparison
  cluster: Cluster
}) {
  const labels = [sides[0].label, sides[1].label] as const
  const isOfAccounts = what === 'owner' || what === 'delegate'
  const more = differencesFound - MOST_DRAWN
  return (
    <section aria-labelledby="differences">
      <h2 id="differences" className="pb-2 text-base">
        {counted(differencesFound, 'difference')}
      </h2>
      <div className="panel sheet">
        <table className="rows" aria-label="Differences">
          <thead>
            <tr>
              <th scope="col">{isOfAccounts ? 'Account' : 'Transaction'}</th>
              <th scope="col">Field</th>
              <th scope="col">{labels[0]}</th>
              <th scope="col">{labels[1]}</th>
              <th scope="col">Right</th>
            </tr>
          </thead>
          <tbody>
            {differences.slice(0, MOST_DRAWN).flatMap((difference) =>
              linesOf(difference).map(({ field, values, right }) => (
                <tr key={`${'row' in difference ? difference.row : ''} ${field}`} className="row">
                  <td data-label={isOfAccounts ? 'Account' : 'Transaction'}>
                    {'row' in difference ? (
                      <Identifier
                        text={difference.row}
                        what={isOfAccounts ? 'hash' : 'signature'}
                        href={isOfAccounts ? accountHref(difference.row, cluster) : txHref(difference.row, cluster)}
                        short
                      />
                    ) : (
                      <None />
                    )}
                  </td>
                  <td data-label="Field">
                    <code className="id">{field}</code>
                  </td>
                  <td data-label={labels[0]} className="whitespace-normal!">
                    {values[0]}
                  </td>
                  <td data-label={labels[1]} className="whitespace-normal!">
                    {values[1]}
                  </td>
                  <td data-label="Right">
                    {right === null ? <span className="text-muted">unknown</span> : <strong>{labels[right]}</strong>}
                  </td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
      {more > 0 && (
        <p className="pt-2 text-sm text-muted">{`${groupDigits(more)} more: the first 1,000 are in the JSON.`}</p>
      )}
    </section>
  )
}

interface Line {
  field: string
  values: Pair<ReactNode>
  right: SideIndex | null
}

function linesOf(difference: Difference): Line[] {
  switch (difference.kind) {
    case 'fields': {
      const { fields, proofs, right } = difference
      return fields.map(({ name, values }, i) => ({
        field: name,
        values: [
          <Value key="0" value={asShown(name, values[0])} proof={i === 0 ? proofs[0] : null} />,
          <Value key="1" value={asShown(name, values[1])} proof={i === 0 ? proofs[1] : null} />,
        ],
        right,
      }))
    }
    case 'only': {
      const { on, slot, lacking, proof, right } = difference
      const has = (
        <span key="has" className="inline-flex flex-wrap items-center gap-x-2">
          <span>{`listed, slot ${groupDigits(slot)}`}</span>
          {proof && <ProofChip result={proof.result} />}
        </span>
      )
      const lacks = <span key="lacks">{`missing${lackingWords(lacking)}`}</span>
      return [{ field: 'row', values: on === 0 ? [has, lacks] : [lacks, has], right }]
    }
    case 'duplicate': {
      const { on, times } = difference
      const copies = <span key="copies">{`listed ${counted(times, 'time')}`}</span>
      const once = (
        <span key="once" className="text-muted">
          not repeated
        </span>
      )
      return [{ field: 'row', values: on === 0 ? [copies, once] : [once, copies], right: on === 0 ? 1 : 0 }]
    }
    case 'answer':
      return [
        {
          field: 'answer',
          values: [<Value key="0" value={difference.values[0]} />, <Value key="1" value={difference.values[1]} />],
          right: null,
        },
      ]
    default:
      return difference satisfies never
  }
}

/** Unix seconds are a date, not a quantity: no digit grouping. */
function asShown(field: string, value: FieldValue): FieldValue {
  return field === 'blockTime' && value !== null ? String(value) : value
}

function lackingWords(lacking: Lacking | null): string {
  switch (lacking?.kind) {
    case undefined:
    case 'not_asked':
      return ''
    case 'unknown_hash':
      return ': it knows no such hash'
    case 'live':
      return ', though it has the account as live'
    case 'consumed':
      return `: it has the account as consumed in slot ${groupDigits(lacking.slot)}`
    default:
      return lacking satisfies never
  }
}

/** Digits are exact; long text is truncated, the JSON has all of it. */
function Value({ value, proof = null }: { value: FieldValue; proof?: RowProof | null }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {value === null ? (
        <span className="text-muted">none</span>
      ) : typeof value === 'string' ? (
        <bdi dir="ltr" className="id break-all">
          {visible(value.length > MOST_CHARS ? `${value.slice(0, MOST_CHARS)}…` : value)}
        </bdi>
      ) : (
        <span className="number">{groupDigits(value)}</span>
      )}
      {proof && <ProofChip result={proof.result} />}
    </span>
  )
}
