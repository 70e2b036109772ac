import { VERBATIM } from '@/components/ui/verbatim'
import './lens.css'
import { type FormEvent, useCallback, useDeferredValue, useEffect, useId, useMemo, useState } from 'react'
import type { DecodedField } from '@/lib/account/idl/decode'
import { type AccountReading, readAccount } from '@/lib/account/idl/match'
import { valueText } from '@/lib/account/idl/value-text'
import type { ByteField } from '@/lib/account/lens/field'
import { readLayout } from '@/lib/account/lens/layout'
import { parseByteRange, rangeOf, type Selection, selectRange } from '@/lib/account/lens/selection'
import { tokenLayoutOf } from '@/lib/account/lens/token-data'
import { tokenFields } from '@/lib/account/lens/token-fields'
import { valuesAt } from '@/lib/account/lens/values-at'
import type { RowDecoding } from '@/lib/api/idl'
import { base64Bytes, base64Text } from '@/lib/format/base64'
import { hexOf } from '@/lib/format/hex'
import { ownerHref } from '@/lib/listing/address/owner-address'
import type { Cluster } from '@/lib/page/address'
import { boundedBase58, MAX_BASE58_BYTES } from '@/lib/protocol/base58'
import { copyText } from '../../ui/copy-text'
import { Link } from '../../ui/link'
import { FieldList } from './field-list'
import { HexGrid } from './hex-grid'
import { LayoutEditor } from './layout-editor'
import { useLayout } from './layout-store'
import { type ByteMark, marksOf } from './marks'
import { type LensList, MAX_FILTER_BYTES, selectionLinks } from './selection-links'
import { useProgramIdl } from './use-program-idl'
import * as words from './words'

export interface LensProps {
  hash: string
  owner: string
  discriminator: bigint
  /** Base64; the slice only, in sliced lists. */
  base64: string
  cluster: Cluster
  /** As the explorer read it; absent: no IDL is known. */
  decoded?: RowDecoding | undefined
  inRows?: boolean
  list?: LensList
}

const ANNOUNCE_AFTER_MS = 400

/** Selected bytes as values and as fields. features.md a15, a16, e11. */
export function Lens(props: LensProps) {
  const bytes = useMemo(() => base64Bytes(props.base64), [props.base64])
  if (bytes === null || bytes.length === 0) return null
  const { base64, ...rest } = props
  return <OpenLens {...rest} bytes={bytes} />
}

function OpenLens({
  hash,
  owner,
  discriminator,
  bytes,
  cluster,
  decoded,
  inRows = false,
  list,
}: Omit<LensProps, 'base64'> & { bytes: Uint8Array }) {
  const base = list?.slice?.offset ?? 0
  const sliced = Boolean(list?.slice)
  const total = bytes.length
  const [selection, setSelection] = useState<Selection>({ anchor: 0, focus: 0 })
  const [extending, setExtending] = useState(false)
  const [message, setMessage] = useState('')
  const [copied, setCopied] = useState('')
  const layout = useLayout()

  const { offset, length } = rangeOf(selection)
  const inWords = words.range(base + offset, length)
  const part = bytes.subarray(offset, offset + length)
  const { others, alone } = selectionLinks({ hash, owner, cluster, list }, part, base + offset)
  const chosen = length > 1 ? part : bytes

  const select = useCallback((next: Selection) => {
    setSelection(next)
    setExtending(false)
  }, [])
  const selectBytes = useCallback(
    (at: number, count: number) => {
      const next = selectRange(at - base, count, total)
      if (next) select(next)
    },
    [base, total, select],
  )

  const hasMoved = selection.anchor !== 0 || selection.focus !== 0
  useEffect(() => {
    if (!hasMoved) return
    const hex = length === 1 ? `: ${(bytes[offset] ?? 0).toString(16).padStart(2, '0')}` : ' selected'
    const timer = setTimeout(() => setMessage(`${words.range(base + offset, length)}${hex}`), ANNOUNCE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [hasMoved, bytes, base, offset, length])

  const cursor = useDeferredValue(offset)
  const selected = useDeferredValue(length)
  const values = useMemo(() => valuesAt(bytes, cursor, selected, base), [bytes, cursor, selected, base])
  const tokenLayout = tokenLayoutOf(owner, discriminator)
  const token = useMemo(() => (tokenLayout && !sliced ? tokenFields(bytes) : null), [tokenLayout, sliced, bytes])
  const own = useMemo(() => readLayout(layout.fields, bytes, base), [layout.fields, bytes, base])
  const program = useProgramIdl(owner, cluster, decoded !== undefined && !sliced)
  const idl = sliced ? null : (layout.own?.idl ?? program)
  const [choice, choose] = useState<{ of: typeof idl; struct: string } | null>(null)
  const struct = choice?.of === idl ? choice.struct : null
  const reading = useMemo(
    () => idl && readAccount(idl, BigInt(discriminator), bytes, struct),
    [idl, discriminator, bytes, struct],
  )
  const byIdl = useMemo(() => (reading?.kind === 'decoded' ? reading.fields.map(byteField) : []), [reading])
  const marks = useMemo<ByteMark[]>(
    () => marksOf([own, byIdl, token?.fields ?? []].find(({ length }) => length > 0) ?? [], base, total),
    [own, byIdl, token, base, total],
  )

  return (
    <section className="min-w-0 text-sm" aria-label="Byte lens">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 pb-2">
        <h2 className="eyebrow">{words.dataOf(total, sliced ? base : null)}</h2>
        <GoTo base={base} total={total} onGo={select} />
      </div>

      <section aria-label="Data in hex and text">
        <HexGrid
          bytes={bytes}
          base={base}
          selection={selection}
          marks={marks}
          extending={extending}
          onSelect={select}
        />
      </section>

      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-2">
        <strong className="font-semibold">{inWords}</strong>
        <button
          type="button"
          className="button"
          aria-pressed={extending}
          aria-current={extending ? 'true' : undefined}
          title={words.extendHow}
          onClick={() => setExtending(!extending)}
        >
          {extending ? words.selectLast : 'Extend to…'}
        </button>
        <span className="inline-flex items-center gap-1">
          <span className="text-muted">{length > 1 ? 'Copy as' : 'Copy all as'}</span>
          {Object.entries(ENCODINGS).map(([name, encode]) => (
            <button
              key={name}
              type="button"
              className="button"
              translate="no"
              disabled={name === 'base58' && chosen.length > MAX_BASE58_BYTES}
              onClick={async () => setCopied(words.copied(await copyText(encode(chosen)), name))}
            >
              {name}
            </button>
          ))}
          <span role="status" className="text-muted">
            {copied}
          </span>
        </span>
        {others === null ? (
          <span className="text-muted">{words.searchLimit(MAX_FILTER_BYTES)}</span>
        ) : (
          <Link href={others}>{words.findOthers}</Link>
        )}
        <Link href={alone}>{words.onlyThese}</Link>
        <span role="status" className="sr-only">
          {message}
        </span>
      </div>

      <div className="grid items-start gap-x-8 gap-y-4 pt-4 lg:grid-cols-2">
        <FieldList
          title={words.valuesAt(base + cursor)}
          label="Values at the cursor"
          fields={values}
          cluster={cluster}
          onSelect={selectBytes}
        />
        <div className="min-w-0 space-y-4">
          {token && (
            <FieldList
              title={`Token data, layout ${tokenLayout}`}
              fields={token.fields}
              problem={token.problem}
              toned={own.length === 0}
              cluster={cluster}
              onSelect={selectBytes}
            />
          )}
          {tokenLayout && sliced && (
            <p className="text-muted">
              <span>{words.slicedToken}</span>{' '}
              <Link
                href={ownerHref(
                  owner,
                  { filters: list?.filters ?? [], ...(list && { limit: list.limit }), open: hash },
                  cluster,
                )}
              >
                Load full data
              </Link>
            </p>
          )}
          {reading && (
            <ByIdl
              {...{
                reading,
                fields: byIdl,
                cluster,
                onChoose: (struct: string) => choose({ of: idl, struct }),
                onSelect: selectBytes,
              }}
              isOwn={layout.own !== undefined}
              toned={own.length === 0}
            />
          )}
          {own.length > 0 && (
            <FieldList title="Your layout" fields={own} toned cluster={cluster} onSelect={selectBytes} />
          )}
          {!token && own.length === 0 && !tokenLayout && !reading && !decoded && (
            <p className="text-muted">{words.unknownFormat}</p>
          )}
        </div>
      </div>
      <LayoutEditor layout={layout} inRows={inRows} />
    </section>
  )
}

function ByIdl({
  reading,
  fields,
  isOwn,
  onChoose,
  ...list
}: {
  reading: AccountReading
  fields: readonly ByteField[]
  isOwn: boolean
  toned: boolean
  cluster: Cluster
  onChoose(struct: string): void
  onSelect(offset: number, length: number): void
}) {
  if (reading.kind === 'raw') return <p className="text-muted">{words.notByIdl(reading.reason)}</p>
  if (reading.kind === 'decoded') {
    return <FieldList title={words.byIdl(valueText(reading.struct), isOwn)} fields={fields} {...list} />
  }
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span className="text-muted">{words.whichStruct(reading.isNamed)}</span>
      {reading.structs.map((struct) => (
        <button key={struct} type="button" className="button" onClick={() => onChoose(struct)}>
          <bdi>{valueText(struct)}</bdi>
        </button>
      ))}
    </p>
  )
}

function byteField({ name, value, text, fields = [], ...place }: DecodedField): ByteField {
  const shown = text ?? (fields.length > 0 ? null : valueText(value))
  return { ...place, name: valueText(name), value: shown, inner: fields.map(byteField) }
}

const ENCODINGS = {
  hex: (bytes: Uint8Array) => hexOf(bytes, ''),
  base58: boundedBase58,
  base64: base64Text,
}

function GoTo({ base, total, onGo }: { base: number; total: number; onGo(selection: Selection): void }) {
  const id = useId()
  const [problem, setProblem] = useState<string | null>(null)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('goto') ?? '')
    const read = parseByteRange(text, total, base)
    setProblem(read.ok ? null : read.message)
    const next = read.ok ? selectRange(read.offset, read.length, total) : null
    if (next) onGo(next)
  }
  return (
    <form onSubmit={submit} className="min-w-0">
      <label htmlFor={id} className="block text-xs text-muted">
        Go to offset
      </label>
      <span className="flex gap-1">
        <input
          id={id}
          name="goto"
          className="field number w-36! px-2! text-sm!"
          placeholder="72, 0x48, 32+32"
          {...VERBATIM}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
        />
        <button type="submit" className="button">
          Go
        </button>
      </span>
      {problem !== null && (
        <span id={`${id}-problem`} role="alert" className="block max-w-64 text-xs text-fail">
          {problem}
        </span>
      )}
    </form>
  )
}
