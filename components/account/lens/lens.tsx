import './lens.css'
import { type FormEvent, useCallback, useEffect, useId, useMemo, useState } from 'react'
import { readLayout } from '@/lib/account/lens/layout'
import { rangeOf, readGoTo, type Selection, selectRange } from '@/lib/account/lens/selection'
import { tokenLayoutOf } from '@/lib/account/lens/token-data'
import { tokenFields } from '@/lib/account/lens/token-fields'
import { base64Bytes } from '@/lib/format/base64'
import { counted, groupDigits } from '@/lib/format/numbers'
import { ownerHref } from '@/lib/listing/address/owner-address'
import type { Cluster } from '@/lib/page/address'
import { Link } from '../../ui/link'
import { BytesAsText } from './bytes-as-text'
import { FieldList } from './field-list'
import { HexGrid } from './hex-grid'
import { LayoutEditor } from './layout-editor'
import { useLayout } from './layout-store'
import { type ByteMark, marksOf } from './marks'
import { type LensList, MAX_FILTER_BYTES, rangeInWords, selectionLinks } from './selection-links'
import type { TextView } from './text-piece'
import { Values } from './values'

export interface LensProps {
  hash: string
  owner: string
  discriminator: bigint
  /** Base64; the slice only, in sliced lists. */
  base64: string
  cluster: Cluster
  inRows?: boolean
  list?: LensList
}

const VIEWS = ['hex', 'text', 'base58', 'base64'] as const

const ANNOUNCE_AFTER_MS = 400

/** Selected bytes as values and as fields. features.md a15, a16, e11. */
export function Lens(props: LensProps) {
  const bytes = useMemo(() => base64Bytes(props.base64), [props.base64])
  if (bytes === null || bytes.length === 0) return null
  return <OpenLens {...props} bytes={bytes} />
}

function OpenLens({
  hash,
  owner,
  discriminator,
  base64,
  bytes,
  cluster,
  inRows = false,
  list,
}: LensProps & { bytes: Uint8Array }) {
  const base = list?.slice?.offset ?? 0
  const sliced = Boolean(list?.slice)
  const total = bytes.length
  const id = useId()
  const [selection, setSelection] = useState<Selection>({ anchor: 0, focus: 0 })
  const [view, setView] = useState<(typeof VIEWS)[number]>('hex')
  const [extending, setExtending] = useState(false)
  const [message, setMessage] = useState('')
  const layout = useLayout()

  const { offset, length } = rangeOf(selection)
  const inWords = rangeInWords(base + offset, length)

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
    const timer = setTimeout(() => setMessage(`${rangeInWords(base + offset, length)}${hex}`), ANNOUNCE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [hasMoved, bytes, base, offset, length])

  const tokenLayout = tokenLayoutOf(owner, discriminator)
  const token = useMemo(() => (tokenLayout && !sliced ? tokenFields(bytes) : null), [tokenLayout, sliced, bytes])
  const own = useMemo(() => readLayout(layout.fields, bytes, base), [layout.fields, bytes, base])
  const marks = useMemo<ByteMark[]>(
    () => marksOf(own.length > 0 ? own : (token?.fields ?? []), base, total),
    [own, token, base, total],
  )

  return (
    <section className="min-w-0 text-sm" aria-label="Byte lens">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 pb-2">
        <div>
          <h2 className="eyebrow">
            {`Data, ${counted(total, 'byte')} ${sliced ? `from byte ${groupDigits(base)} (slice)` : 'after the discriminator'}`}
          </h2>
          <fieldset className="mt-1 inline-flex">
            <legend className="sr-only">View</legend>
            {VIEWS.map((each) => (
              <label key={each} className="lens-choice" translate="no">
                <input
                  type="radio"
                  name={`${id}-view`}
                  className="sr-only"
                  checked={view === each}
                  onChange={() => setView(each)}
                />
                {each}
              </label>
            ))}
          </fieldset>
        </div>
        <GoTo base={base} total={total} onGo={select} />
      </div>

      {view === 'hex' ? (
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
      ) : (
        <BytesAsText
          view={view satisfies TextView}
          bytes={bytes}
          base64={base64}
          base={base}
          range={{ offset, length }}
          onSelect={selectBytes}
        />
      )}

      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-2">
        <strong className="font-semibold">{inWords}</strong>
        {view === 'hex' && (
          <button
            type="button"
            className="button"
            aria-pressed={extending}
            aria-current={extending ? 'true' : undefined}
            title="The next byte you select ends the range. Or drag, or hold Shift with the arrow keys."
            onClick={() => setExtending(!extending)}
          >
            {extending ? 'Select the last byte' : 'Extend to…'}
          </button>
        )}
        <SelectionLinks
          {...{ hash, owner, cluster, list }}
          bytes={bytes.subarray(offset, offset + length)}
          offset={base + offset}
        />
        <span role="status" className="sr-only">
          {message}
        </span>
      </div>

      <div className="grid items-start gap-x-8 gap-y-4 pt-4 lg:grid-cols-2">
        <Values bytes={bytes} at={offset} base={base} selected={length} cluster={cluster} onSelect={selectBytes} />
        <div className="min-w-0 space-y-4">
          {token && (
            <FieldList
              title={`Token data, layout ${tokenLayout}`}
              fields={token.fields}
              problem={token.problem}
              toned={own.length === 0}
              onSelect={selectBytes}
            />
          )}
          {tokenLayout && sliced && (
            <p className="text-muted">
              Token account, but only a slice of its data is loaded: fields are not decoded.{' '}
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
          {own.length > 0 && <FieldList title="Your layout" fields={own} problem={null} toned onSelect={selectBytes} />}
          {!token && own.length === 0 && !tokenLayout && (
            <p className="text-muted">Unknown format: only the owner’s program defines it. Write a layout below.</p>
          )}
        </div>
      </div>
      <LayoutEditor layout={layout} inRows={inRows} suggestion={token ? TOKEN_LAYOUT : null} />
    </section>
  )
}

/** Initial text of the editor. facts/light-events.md 9. */
const TOKEN_LAYOUT = 'mint: pubkey\nowner: pubkey\namount: u64\ndelegate: option<pubkey>\nstate: u8'

function GoTo({ base, total, onGo }: { base: number; total: number; onGo(selection: Selection): void }) {
  const id = useId()
  const [problem, setProblem] = useState<string | null>(null)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('goto') ?? '')
    const read = readGoTo(text, total, base)
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
          autoComplete="off"
          spellCheck={false}
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

function SelectionLinks({
  bytes,
  offset,
  ...row
}: {
  hash: string
  owner: string
  cluster: Cluster
  list?: LensList | undefined
  bytes: Uint8Array
  offset: number
}) {
  const { others, alone } = selectionLinks(row, bytes, offset)
  return (
    <>
      {others === null ? (
        <span className="text-muted">{`Search takes at most ${MAX_FILTER_BYTES} bytes`}</span>
      ) : (
        <Link href={others}>Find accounts with these bytes</Link>
      )}
      <Link href={alone}>Show only these bytes</Link>
    </>
  )
}
