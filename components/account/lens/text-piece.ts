import { printableText } from '@/lib/account/lens/printable'
import { boundedBase58, MAX_BASE58_BYTES } from '@/lib/protocol/base58'

export type TextView = 'text' | 'base58' | 'base64'

/** Bytes per chunk; for base64 a multiple of three, so that chunks match the whole text. */
const CHUNK = { text: 4_096, base58: MAX_BASE58_BYTES, base64: 3_072 } as const

export interface Piece {
  start: number
  end: number
  chunk: number
  bySelection: boolean
  isWhole: boolean
}

/** For base58 the selection is shown: base58 of a part is not a part of the whole text. */
export function pieceAt(view: TextView, total: number, { offset, length }: { offset: number; length: number }): Piece {
  const chunk = CHUNK[view]
  const bySelection = view === 'base58' && length > 1 && length <= chunk
  const start = bySelection ? offset : Math.floor(offset / chunk) * chunk
  const end = bySelection ? offset + length : Math.min(total, start + chunk)
  return { start, end, chunk, bySelection, isWhole: start === 0 && end === total }
}

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
