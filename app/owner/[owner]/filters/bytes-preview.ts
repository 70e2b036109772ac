import { readOffset } from '@/lib/format/data-range'
import { hexOf } from '@/lib/format/hex'
import { byteCount, isByteFormat, readBytes, writeBytes } from '@/lib/format/typed-bytes'

export type BytesPreview =
  | { ok: true; length: string; hex: string; base58: string }
  | { ok: false; field: 'filterOffset' | 'filterBytes'; message: string; empty: boolean }

export function previewOf(data: FormData): BytesPreview {
  const text = (name: string) => String(data.get(name) ?? '')
  const format = text('filterFormat')
  const offset = readOffset(text('filterOffset'))
  const read = readBytes(isByteFormat(format) ? format : 'base58', text('filterBytes'))
  if (!offset.ok) return { ok: false, field: 'filterOffset', message: `Offset ${offset.message}.`, empty: false }
  if (!read.ok) {
    const empty = text('filterBytes') === ''
    return { ok: false, field: 'filterBytes', message: `Bytes ${read.message}.`, empty }
  }
  const { bytes } = read
  return { ok: true, length: byteCount(bytes.length), hex: hexOf(bytes), base58: writeBytes('base58', bytes) ?? '' }
}
