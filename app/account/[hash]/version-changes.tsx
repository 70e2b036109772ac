import { Fact } from '@/components/account/fact'
import { Digits } from '@/components/ui/digits'
import { ExactTokens } from '@/components/ui/exact-tokens'
import { Identifier } from '@/components/ui/identifier'
import { Lamports } from '@/components/ui/lamports'
import { valueText } from '@/lib/account/idl/value-text'
import type { ChangedBytes, ChangedValue, VersionChanges } from '@/lib/account/lens/version-changes'
import type { DecodedValue } from '@/lib/api/idl'
import { formatUnits } from '@/lib/format/amounts'
import { hexOf } from '@/lib/format/hex'
import { formatCount, groupDigits } from '@/lib/format/numbers'
import type { MintInfo } from '@/lib/protocol/solana/mint-info'
import { changedFields, onlyMoved } from './words-server'

const OPEN_RUNS = 4

const NAMES: Readonly<Record<ChangedValue['name'], string>> = {
  lamports: 'Lamports',
  owner: 'Owner',
  mint: 'Mint',
  wallet: 'Token owner',
  amount: 'Amount',
  delegate: 'Delegate',
  state: 'State',
  discriminator: 'Discriminator',
}

export function VersionChangesList({
  changes,
  decoded,
  info,
}: {
  changes: VersionChanges
  decoded: boolean
  info: MintInfo | undefined
}) {
  const { values, fields, bytes, lengths } = changes
  if (values.length === 0 && bytes.length === 0) {
    return <p className="text-sm text-muted">{onlyMoved}</p>
  }
  return (
    <>
      {values.length > 0 && (
        <dl className="facts">
          {values.map((value) => (
            <Fact key={value.name} name={NAMES[value.name]}>
              <Value {...value} of={value.before} info={info} /> <Arrow />{' '}
              <Value {...value} of={value.after} info={info} /> <Difference {...value} info={info} />
            </Fact>
          ))}
        </dl>
      )}
      {fields.length > 0 && (
        <dl className="facts" aria-label={changedFields}>
          {fields.map(({ name, before, after }) => (
            <Fact key={name} name={valueText(name)}>
              <Field value={before} /> <Arrow /> <Field value={after} />
            </Fact>
          ))}
        </dl>
      )}
      {lengths.before !== lengths.after && (
        <p className="py-1 text-sm text-muted">
          <span>{`Data: ${lengthText(lengths.before)}`}</span> <Arrow /> <span>{lengthText(lengths.after)}</span>
        </p>
      )}
      {bytes.length > 0 && (
        <details className="pt-1 text-sm" open={!decoded && fields.length === 0 && bytes.length <= OPEN_RUNS}>
          <summary className="cursor-pointer text-muted">{`Bytes: ${formatCount(bytes.length, 'change')}`}</summary>
          <BytesTable runs={bytes} />
        </details>
      )}
    </>
  )
}

function Field({ value }: { value: DecodedValue | undefined }) {
  if (typeof value === 'bigint') return <Digits value={value} />
  return <bdi className="wrap-anywhere">{valueText(value ?? null)}</bdi>
}

function Arrow() {
  return (
    <>
      <span aria-hidden="true" className="text-muted">
        →
      </span>
      <span className="sr-only"> became </span>
    </>
  )
}

function Value({ name, of, info }: ChangedValue & { of: bigint | string | null; info: MintInfo | undefined }) {
  if (of === null) return <span className="text-muted">none</span>
  if (name === 'lamports') return <Lamports value={BigInt(of)} />
  if (name === 'amount' && info) return <ExactTokens amount={BigInt(of)} info={info} brief />
  if (typeof of === 'bigint') return <Digits value={of} />
  if (name === 'state') return <span>{of}</span>
  return <Identifier text={of} what={name} short copy={false} />
}

function Difference({ name, before, after, info }: ChangedValue & { info: MintInfo | undefined }) {
  if ((name !== 'amount' && name !== 'lamports') || typeof before !== 'bigint' || typeof after !== 'bigint') return null
  const by = after - before
  const size = by > 0n ? by : -by
  const text = name === 'lamports' ? formatCount(size, 'lamport') : formatUnits(size, info?.decimals)
  return <span className="number text-muted">{`(${by > 0n ? '+' : '−'}${text})`}</span>
}

function lengthText(length: number | null): string {
  return length === null ? 'none' : formatCount(length, 'byte')
}

/** More are only counted: the byte lens of either version shows all bytes. */
const MAX_RUNS = 64

function BytesTable({ runs }: { runs: readonly ChangedBytes[] }) {
  return (
    <>
      <table className="text-xs/5">
        <caption className="sr-only">Changed bytes</caption>
        <thead>
          <tr className="text-muted [&>th]:pt-1 [&>th]:pe-4 [&>th]:pb-0.5 [&>th]:text-start [&>th]:font-normal">
            <th scope="col">Byte</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {runs.slice(0, MAX_RUNS).map(({ offset, before, after }) => (
            <tr key={offset} className="align-top font-mono [&>td]:pe-4 [&>td]:pb-0.5">
              <td className="number text-muted">{groupDigits(offset)}</td>
              <td dir="ltr">{hexText(before)}</td>
              <td dir="ltr">{hexText(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {runs.length > MAX_RUNS && (
        <p className="text-muted">{`${formatCount(runs.length - MAX_RUNS, 'more change')} not shown`}</p>
      )}
    </>
  )
}

const SHOWN_BYTES = 64

function hexText(bytes: Uint8Array): string {
  if (bytes.length === 0) return '–'
  const hex = hexOf(bytes.subarray(0, SHOWN_BYTES))
  return bytes.length > SHOWN_BYTES ? `${hex} … ${formatCount(bytes.length - SHOWN_BYTES, 'more byte')}` : hex
}
