import type { Selection } from '@/lib/account/lens/selection'
import { type ByteMark, tonesOf } from './marks'

/* Virtualization of hex lines. Pure; all sizes in pixels. */

const OVERSCAN = 4

export interface Viewport {
  top: number
  height: number
  line: number
}

/** `most`: upper bound of the rendered lines at any scroll position. */
export function drawnLines(
  { top, height, line }: Viewport,
  lines: number,
): { first: number; end: number; most: number } {
  return {
    first: Math.max(0, Math.floor(top / line) - OVERSCAN),
    end: Math.min(lines, Math.ceil((top + height) / line) + OVERSCAN),
    most: Math.ceil(height / line) + 2 * OVERSCAN + 2,
  }
}

export interface LineState {
  at: number
  /** First and last selected byte of the line; -1: none. */
  from: number
  to: number
  /** -1: the cursor is in another line. */
  focus: number
  /** One character per byte: the digit of the mark's tone, or a dot. */
  tones: string
}

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

export function scrollTo(index: number, { top, height, line }: Viewport): number {
  const at = index * line
  if (at < top) return at
  return at + line > top + height ? at + line - height : top
}

export function characterAt(x: number, width: number, length: number): number {
  return Math.min(length - 1, Math.max(0, Math.floor((x / width) * length)))
}
