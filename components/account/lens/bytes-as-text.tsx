import { useMemo, useState } from 'react'
import { groupDigits } from '@/lib/format/numbers'
import { MAX_BASE58_BYTES } from '@/lib/protocol/base58'
import { copyText } from '../../ui/copy-text'
import { CopyButton } from '../../ui/identifier'
import { pieceAt, pieceText, type TextView } from './text-piece'

/** Shows one chunk around the cursor: rendering a whole megabyte would block the page. */
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
  const [copied, setCopied] = useState<string | null>(null)
  const { start, end, chunk, bySelection, isWhole } = pieceAt(view, bytes.length, range)
  const text = useMemo(() => pieceText(view, bytes, base64, { start, end }), [view, bytes, base64, start, end])
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-1 text-muted">
        <span>
          <span>
            {isWhole
              ? 'Full data'
              : `Bytes ${groupDigits(base + start)} to ${groupDigits(base + end - 1)} of it${bySelection ? ', as selected' : ''}`}
          </span>
          <CopyButton text={text} what={`this in ${view}`} />
        </span>
        {!isWhole && !bySelection && (
          <>
            <button
              type="button"
              className="button"
              disabled={start === 0}
              onClick={() => onSelect(base + start - chunk, 1)}
            >
              Earlier
            </button>
            <button
              type="button"
              className="button"
              disabled={end === bytes.length}
              onClick={() => onSelect(base + end, 1)}
            >
              Later
            </button>
          </>
        )}
        {view === 'base64' && !isWhole && (
          <button
            type="button"
            className="button"
            // Not in a data attribute, as for the other copy buttons: it may be a megabyte.
            onClick={() => void copyText(base64).then((isCopied) => setCopied(isCopied ? base64 : null))}
          >
            {copied === base64 ? 'Copied full base64' : 'Copy full base64'}
          </button>
        )}
      </div>
      {view === 'base58' && !isWhole && (
        <p className="pb-1 text-muted">{`Base58 covers at most ${groupDigits(MAX_BASE58_BYTES)} bytes: select a range. Its base58 is not a part of the whole’s.`}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="lens-scroll lens-text" aria-label={`Data in ${view}`} tabIndex={0}>
        <bdi dir="ltr">{text}</bdi>
      </section>
    </div>
  )
}
