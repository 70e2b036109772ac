import { useEffect, useState } from 'react'
import type { SegmentKind } from '@/lib/account/lens/differences'
import { groupDigits } from '@/lib/format/numbers'
import { type ComparedRows, comparedRows, type LensRow } from './compared-rows'
import { inSlices } from './in-slices'

const SIGNS: Record<SegmentKind, string> = { constant: '=', varying: '≠', 'key-like': '◆', 'counter-like': '↑' }

const MAX_SEGMENTS = 48

export function Compared({
  rows,
  hash,
  discriminator,
  base,
  onSelect,
}: {
  rows: readonly LensRow[]
  hash: string
  discriminator: bigint
  base: number
  onSelect(offset: number, length: number): void
}) {
  const [comparison, setComparison] = useState<ComparedRows | null>(null)
  useEffect(() => inSlices(comparedRows(rows, hash, discriminator), setComparison), [rows, hash, discriminator])
  if (comparison === null) return null
  const { rows: count, length, segments, sameLength } = comparison
  return (
    <section className="pt-4" aria-label="Compared with other rows">
      <h2 className="eyebrow">Compared with other rows</h2>
      {length === 0 ? (
        <p className="pt-1 text-muted">No other row on this page has this discriminator and data.</p>
      ) : (
        <>
          <p className="pt-1 pb-2 text-muted">
            {`${groupDigits(count)} rows on this page with the same discriminator${sameLength ? ' and length' : ''}, the first ${groupDigits(length)} bytes. Inferred from these rows, not known.`}
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
                    <span>{segment.kind}</span>
                  </span>
                  <span className="text-muted"> {segment.says}</span>
                </button>
              </li>
            ))}
          </ol>
          {segments.length > MAX_SEGMENTS && (
            <p className="pt-1 text-muted">{`and ${groupDigits(segments.length - MAX_SEGMENTS)} more ranges`}</p>
          )}
        </>
      )}
    </section>
  )
}

function bytesOf(offset: number, length: number): string {
  return length === 1 ? String(offset) : `${offset}–${offset + length - 1}`
}
