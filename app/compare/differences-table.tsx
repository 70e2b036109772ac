import type { ReactNode } from 'react'
import { ProofChip } from '@/components/account/proof-fact'
import { type PlainColumn, PlainTable } from '@/components/table/plain-table'
import { None } from '@/components/ui/amounts'
import { Identifier } from '@/components/ui/identifier'
import { accountHref } from '@/lib/account/address'
import type { RowProof } from '@/lib/account/proof/contract'
import type { Comparison, Difference, FieldValue, Pair, SideIndex } from '@/lib/compare/contract'
import { formatCount, groupDigits } from '@/lib/format/numbers'
import { escapeInvisible } from '@/lib/format/text'
import { type Cluster, txHref } from '@/lib/page/address'
import { lackingWords, moreRows } from './words'

const MAX_DRAWN = 100

const MAX_CHARS = 160

export function DifferencesTable({
  comparison: { differences, differencesFound, sides, what },
  cluster,
}: {
  comparison: Comparison
  cluster: Cluster
}) {
  const isOfAccounts = what === 'owner' || what === 'delegate'
  const noun = isOfAccounts ? 'Account' : 'Transaction'
  const more = differencesFound - MAX_DRAWN
  const columns: PlainColumn<Line>[] = [
    {
      heading: noun,
      cell: ({ row }) =>
        row === null ? (
          <None />
        ) : (
          <Identifier
            text={row}
            what={isOfAccounts ? 'hash' : 'signature'}
            href={isOfAccounts ? accountHref(row, cluster) : txHref(row, cluster)}
            short
          />
        ),
    },
    { heading: 'Field', cell: ({ field }) => <code className="id">{field}</code> },
    ...sides.map(({ label }, side) => ({
      heading: label,
      className: () => 'whitespace-normal!',
      cell: ({ values }: Line) => values[side],
    })),
    {
      heading: 'Right',
      cell: ({ right }) =>
        right === null ? <span className="text-muted">unknown</span> : <strong>{sides[right].label}</strong>,
    },
  ]
  return (
    <section aria-labelledby="differences">
      <h2 id="differences" className="pb-2 text-base">
        {formatCount(differencesFound, 'difference')}
      </h2>
      <PlainTable
        label="Differences"
        columns={columns}
        rows={differences.slice(0, MAX_DRAWN).flatMap(linesOf)}
        keyOf={({ row, field }) => `${row ?? ''} ${field}`}
      />
      {more > 0 && <p className="pt-2 text-sm text-muted">{moreRows(more)}</p>}
    </section>
  )
}

interface Line {
  /** null: the whole answer. */
  row: string | null
  field: string
  values: Pair<ReactNode>
  right: SideIndex | null
}

function linesOf(difference: Difference): Line[] {
  const line = (field: string, right: SideIndex | null, of: (side: SideIndex) => ReactNode): Line => {
    return { row: 'row' in difference ? difference.row : null, field, values: [of(0), of(1)], right }
  }
  switch (difference.kind) {
    case 'fields': {
      const { fields, proofs, right } = difference
      return fields.map(({ name, values }, i) =>
        line(name, right, (side) => (
          <Value value={asShown(name, values[side])} proof={i === 0 ? proofs[side] : null} />
        )),
      )
    }
    case 'only': {
      const { on, slot, lacking, proof, right } = difference
      return [
        line('row', right, (side) => {
          if (side !== on) return `missing${lackingWords(lacking)}`
          return <Proven proof={proof}>{`listed, slot ${groupDigits(slot)}`}</Proven>
        }),
      ]
    }
    case 'duplicate': {
      const { on, times } = difference
      const words = (side: SideIndex) => (side === on ? `listed ${formatCount(times, 'time')}` : 'not repeated')
      return [line('row', on === 0 ? 1 : 0, words)]
    }
    case 'answer':
      return [line('answer', null, (side) => <Value value={difference.values[side]} />)]
    default:
      return difference satisfies never
  }
}

/** Unix seconds are a date, not a quantity: no digit grouping. */
function asShown(field: string, value: FieldValue): FieldValue {
  return field === 'blockTime' && value !== null ? String(value) : value
}

/** Digits are exact; long text is truncated, the JSON has all of it. */
function Value({ value, proof = null }: { value: FieldValue; proof?: RowProof | null }) {
  if (value === null) return <Proven proof={proof}>none</Proven>
  if (typeof value !== 'string') return <Proven proof={proof}>{groupDigits(value)}</Proven>
  return (
    <Proven proof={proof}>
      <bdi dir="ltr" className="id break-all">
        {escapeInvisible(value.length > MAX_CHARS ? `${value.slice(0, MAX_CHARS)}…` : value)}
      </bdi>
    </Proven>
  )
}

function Proven({ proof, children }: { proof: RowProof | null; children: ReactNode }) {
  return (
    <span className="number inline-flex flex-wrap items-center gap-x-2">
      <span>{children}</span>
      {proof && <ProofChip result={proof.result} />}
    </span>
  )
}
