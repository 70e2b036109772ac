import { printableText } from '@/lib/account/lens/printable'
import { boundedBase58, MAX_BASE58_BYTES } from '@/lib/protocol/base58'

/** The ways in which bytes are shown as text. */
export type TextView = 'text' | 'base58' | 'base64'

/** Bytes shown at a time; of base64 a multiple of three, so that the pieces are pieces of the whole. */
const CHUNK = { text: 4_096, base58: MAX_BASE58_BYTES, base64: 3_072 } as const

/** Which bytes are shown as text at a time. */
export interface Piece {
  start: number
  end: number
  /** Bytes of a piece in this view. */
  chunk: number
  /** True where these are the selected bytes, not a piece of the whole. */
  bySelection: boolean
  isWhole: boolean
}

/** The piece around the cursor. A selection is what is wanted in base58: no piece of it is a piece of the whole's. */
export function pieceAt(view: TextView, total: number, { offset, length }: { offset: number; length: number }): Piece {
  const chunk = CHUNK[view]
  const bySelection = view === 'base58' && length > 1 && length <= chunk
  const start = bySelection ? offset : Math.floor(offset / chunk) * chunk
  const end = bySelection ? offset + length : Math.min(total, start + chunk)
  return { start, end, chunk, bySelection, isWhole: start === 0 && end === total }
}

/** The bytes of a piece as text. `base64`: the whole data in that form, of which this is a part. */
export function pieceText(
  view: TextView,
  bytes: Uint8Array,
  base64: string,
  { start, end }: Pick<Piece, 'start' | 'end'>,
): string {
  const part = bytes.subarray(start, end)
  if (view === 'text') return printableText(part)
  return view === 'base58' ? boundedBase58(part) : base64.slice((start / 3) * 4, Math.ceil(end / 3) * 4)
}
