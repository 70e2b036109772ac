import type { Selection } from '@/lib/account/lens/selection'
import { type ByteMark, tonesOf } from './marks'

/*
 * Which lines of a hex view are drawn, and what of the selection and the marks lies in each. Pure: pixels come in.
 */

/** Lines drawn beyond what is seen, on either side. */
const OVERSCAN = 4

/** The part of all lines that is seen, in pixels. */
export interface Sight {
  top: number
  height: number
  /** Height of one line. */
  line: number
}

/** Lines that are drawn: the first, the one behind the last, and how many it takes at most, whatever is scrolled. */
export function drawnLines({ top, height, line }: Sight, lines: number): { first: number; end: number; most: number } {
  return {
    first: Math.max(0, Math.floor(top / line) - OVERSCAN),
    end: Math.min(lines, Math.ceil((top + height) / line) + OVERSCAN),
    most: Math.ceil(height / line) + 2 * OVERSCAN + 2,
  }
}

/** What differs from line to line. */
export interface LineState {
  /** Its first byte. */
  at: number
  /** First and last selected byte of this line; -1 for none. */
  from: number
  to: number
  /** The cursor's byte when it is in this line, else -1. */
  focus: number
  /** A character per byte: the digit of its mark's tone, or a dot. */
  tones: string
}

/** The state of a line of `width` bytes; the last one may have fewer. */
export function stateOfLine(
  index: number,
  { width, total }: { width: number; total: number },
  { anchor, focus }: Selection,
  marks: readonly ByteMark[],
): LineState {
  const at = index * width
  const end = Math.min(at + width, total)
  const [from, to] = [Math.min(anchor, focus), Math.max(anchor, focus)]
  const touched = from < end && to >= at
  return {
    at,
    from: touched ? Math.max(from, at) : -1,
    to: touched ? Math.min(to, end - 1) : -1,
    focus: focus >= at && focus < end ? focus : -1,
    tones: tonesOf(marks, at, end),
  }
}

/** How far to scroll so that a line is seen; what is scrolled now where it is seen already. Pixels. */
export function scrollTo(index: number, { top, height, line }: Sight): number {
  const at = index * line
  if (at < top) return at
  return at + line > top + height ? at + line - height : top
}

/** Which of `length` characters of one width lies under a pointer, `x` pixels from the left of all of them. */
export function characterAt(x: number, width: number, length: number): number {
  return Math.min(length - 1, Math.max(0, Math.floor((x / width) * length)))
}
