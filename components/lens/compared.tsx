import { useEffect, useState } from 'react'
import { base64Bytes, base64Length } from '@/lib/format/bytes'
import { groupDigits, type Integer } from '@/lib/format/integers'
import { COMPARED_BYTES, type Comparison, compareRows, type SegmentKind } from '@/lib/lens/compare'
import { inSlices } from './in-slices'
import type { LensRow } from './lens'

const SIGNS: Record<SegmentKind, string> = { constant: '=', varying: '≠', 'key-like': '◆', 'counter-like': '↑' }

/** Our choice: more would be a wall of boxes. */
const MAX_SEGMENTS = 48
/** Our choice: a list without pages may hold tens of thousands. */
const MAX_ROWS = 1_000

/** A strip over the first bytes: what rows of the same discriminator on this page have in common there. */
export function Compared({
  rows,
  hash,
  discriminator,
  base,
  onSelect,
}: {
  rows: readonly LensRow[]
  hash: string
  discriminator: Integer
  base: number
  onSelect(offset: number, length: number): void
}) {
  const [comparison, setComparison] = useState<Result | null>(null)
  useEffect(() => inSlices(compared(rows, hash, discriminator), setComparison), [rows, hash, discriminator])
  if (comparison === null) return null
  const { rows: count, length, segments, sameLength } = comparison
  return (
    <section className="pt-4" aria-label="Compared with other rows">
      <h2 className="eyebrow">Compared with other rows</h2>
      {length === 0 ? (
        <p className="pt-1 text-muted">No other row of this page has this discriminator and data.</p>
      ) : (
        <>
          <p className="pt-1 pb-2 text-muted">
            {groupDigits(count)} rows of this page with the same discriminator{sameLength ? ' and length' : ''}, the
            first {groupDigits(length)} bytes. Guesses from what they have in common, not knowledge.
          </p>
          <ol className="lens-strip">
            {segments.slice(0, MAX_SEGMENTS).map((segment) => (
              <li key={segment.offset} className="flex" style={{ flexGrow: segment.length }}>
                <button
                  type="button"
                  className="lens-segment w-full"
                  data-kind={segment.kind}
                  onClick={() => onSelect(base + segment.offset, segment.length)}
                >
                  <span className="number text-muted">{bytesOf(base + segment.offset, segment.length)} </span>
                  <span className="font-semibold">
                    <span aria-hidden="true">{SIGNS[segment.kind]} </span>
                    {segment.kind}
                  </span>
                  <span className="text-muted"> {segment.says}</span>
                </button>
              </li>
            ))}
          </ol>
          {segments.length > MAX_SEGMENTS && (
            <p className="pt-1 text-muted">and {groupDigits(segments.length - MAX_SEGMENTS)} stretches more</p>
          )}
        </>
      )}
    </section>
  )
}

function bytesOf(offset: number, length: number): string {
  return length === 1 ? String(offset) : `${offset}–${offset + length - 1}`
}

/** What was compared, and whether all of it has one length. */
interface Result extends Comparison {
  sameLength: boolean
}

/** Fewer rows of one length are no comparison: then all of the discriminator are taken. */
const ENOUGH_ROWS = 3

/**
 * Rows like this one: of its discriminator, and of its length where there are some, because an absent option moves what
 * follows. Decodes only what is compared, a few rows a step.
 */
function* compared(rows: readonly LensRow[], hash: string, discriminator: Integer): Generator<void, Result> {
  const wanted = BigInt(discriminator)
  const alike = rows.flatMap((row) =>
    row.data && BigInt(row.data.discriminator) === wanted ? [{ hash: row.hash, text: row.data.data }] : [],
  )
  const own = alike.find((row) => row.hash === hash)
  const length = own ? base64Length(own.text) : null
  const ofLength = alike.filter(({ text }) => text.length === own?.text.length && base64Length(text) === length)
  const sameLength = ofLength.length >= ENOUGH_ROWS
  const bytes: Uint8Array[] = []
  for (const [index, { text }] of (sameLength ? ofLength : alike).slice(0, MAX_ROWS).entries()) {
    const part = base64Bytes(text.slice(0, Math.ceil(COMPARED_BYTES / 3) * 4))
    if (part !== null && part.length > 0) bytes.push(part)
    if (index % 32 === 31) yield
  }
  return { ...(yield* compareRows(bytes)), sameLength }
}
