import type { ByteField } from '@/lib/account/lens/field'

export interface ByteMark {
  offset: number
  length: number
  tone: number
}

export const TONE_COUNT = 6

export function marksOf(fields: readonly ByteField[], base: number, total: number): ByteMark[] {
  return fields
    .map((field, tone) => ({ offset: field.offset - base, length: field.length, tone }))
    .filter((mark) => mark.length > 0 && mark.offset >= 0 && mark.offset < total)
}

/** One character per byte, so that a line detects changes with one comparison. */
export function tonesOf(marks: readonly ByteMark[], at: number, end: number): string {
  let tones = ''
  for (let place = at; place < end; place++) {
    const mark = marks.find(({ offset, length }) => place >= offset && place < offset + length)
    tones += mark ? mark.tone % TONE_COUNT : '.'
  }
  return tones
}
