import { useMemo } from 'react'
import { groupDigits } from '@/lib/format/integers'
import { base58Text, MAX_BASE58_BYTES } from '@/lib/lens/base58'
import { printableText } from '@/lib/lens/printable'
import { CopyButton } from '../copy-button'

export type TextView = 'text' | 'base58' | 'base64'

/** Bytes shown at a time; of base64 a multiple of three, so that the pieces are pieces of the whole. */
const CHUNK = { text: 4_096, base58: MAX_BASE58_BYTES, base64: 3_072 } as const

/** The data as running text, a piece at a time around the cursor: the whole of a megabyte would hold up the page. */
export function BytesAsText({
  view,
  bytes,
  base64,
  base,
  range,
  onSelect,
}: {
  view: TextView
  bytes: Uint8Array
  base64: string
  base: number
  range: { offset: number; length: number }
  onSelect(offset: number, length: number): void
}) {
  const chunk = CHUNK[view]
  const total = bytes.length
  // A selection is what is wanted in base58: no piece of it is a piece of the whole's.
  const bySelection = view === 'base58' && range.length > 1 && range.length <= chunk
  const start = bySelection ? range.offset : Math.floor(range.offset / chunk) * chunk
  const end = bySelection ? range.offset + range.length : Math.min(total, start + chunk)
  const text = useMemo(() => {
    const part = bytes.subarray(start, end)
    if (view === 'text') return printableText(part)
    return view === 'base58' ? base58Text(part) : base64.slice((start / 3) * 4, Math.ceil(end / 3) * 4)
  }, [view, bytes, base64, start, end])
  const whole = start === 0 && end === total
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-1 text-muted">
        <span>
          {whole
            ? 'The whole data'
            : `Bytes ${groupDigits(base + start)} to ${groupDigits(base + end - 1)} of it${bySelection ? ', as selected' : ''}`}
          <CopyButton text={text} what={`this in ${view}`} />
        </span>
        {!whole && !bySelection && (
          <>
            <button
              type="button"
              className="button"
              disabled={start === 0}
              onClick={() => onSelect(base + start - chunk, 1)}
            >
              Earlier
            </button>
            <button type="button" className="button" disabled={end === total} onClick={() => onSelect(base + end, 1)}>
              Later
            </button>
          </>
        )}
        {view === 'base64' && !whole && (
          <button
            type="button"
            className="button"
            // Not as an attribute, as the other copy buttons have it: it may be a megabyte.
            onClick={() => void navigator.clipboard.writeText(base64).catch(() => undefined)}
          >
            Copy the whole base64
          </button>
        )}
      </div>
      {view === 'base58' && !whole && (
        <p className="pb-1 text-muted">
          Base58 is made of at most {groupDigits(MAX_BASE58_BYTES)} bytes: select those that you want. The base58 of a
          part is no part of the base58 of the whole.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="lens-scroll lens-text" aria-label={`Data in ${view}`} tabIndex={0}>
        <bdi dir="ltr">{text}</bdi>
      </section>
    </div>
  )
}
