import type { ByteField } from '@/lib/account/lens/field'

/** A marked range of bytes; `tone` picks its style. */
export interface ByteMark {
  offset: number
  length: number
  tone: number
}

/** Tones that lens.css has. */
export const TONES = 6

/** Fields as marks of the `total` bytes from `base` on: those of them that begin there. */
export function marksOf(fields: readonly ByteField[], base: number, total: number): ByteMark[] {
  return fields
    .map((field, tone) => ({ offset: field.offset - base, length: field.length, tone }))
    .filter((mark) => mark.length > 0 && mark.offset >= 0 && mark.offset < total)
}

/** Marks of the bytes from `at` to `end` as text, a character each, so that a line sees by one comparison that nothing changed. */
export function tonesOf(marks: readonly ByteMark[], at: number, end: number): string {
  let tones = ''
  for (let place = at; place < end; place++) {
    const mark = marks.find(({ offset, length }) => place >= offset && place < offset + length)
    tones += mark ? mark.tone % TONES : '.'
  }
  return tones
}
