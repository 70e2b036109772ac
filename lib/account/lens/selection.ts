/** Offsets; the selection includes both. `focus` is the cursor. */
export interface Selection {
  anchor: number
  focus: number
}

export function rangeOf({ anchor, focus }: Selection): { offset: number; length: number } {
  return { offset: Math.min(anchor, focus), length: Math.abs(anchor - focus) + 1 }
}

export function selectRange(offset: number, length: number, total: number): Selection | null {
  if (offset < 0 || offset >= total || length < 1) return null
  return { anchor: Math.min(offset + length, total) - 1, focus: offset }
}

export interface ByteGrid {
  total: number
  width: number
  lines: number
}

export interface KeyPress {
  key: string
  shiftKey: boolean
  withControl: boolean
}

/** null: the key does not move the cursor. Shift keeps the anchor. */
export function moveSelection(
  selection: Selection,
  press: KeyPress,
  { total, width, lines }: ByteGrid,
): Selection | null {
  const { focus } = selection
  const { key, shiftKey, withControl } = press
  if (withControl && key.toLowerCase() === 'a') return { anchor: total - 1, focus: 0 }
  const lineStart = focus - (focus % width)
  const to: Partial<Record<string, number>> = withControl
    ? { Home: 0, End: total - 1 }
    : {
        ArrowLeft: focus - 1,
        ArrowRight: focus + 1,
        // A step out of the data is ignored, so that the cursor keeps its column.
        ArrowUp: focus < width ? focus : focus - width,
        ArrowDown: focus + width >= total ? focus : focus + width,
        PageUp: focus - lines * width,
        PageDown: focus + lines * width,
        Home: lineStart,
        End: lineStart + width - 1,
      }
  const target = Object.hasOwn(to, key) ? to[key] : undefined
  if (target === undefined) return null
  const clipped = Math.min(total - 1, Math.max(0, target))
  return { anchor: shiftKey ? selection.anchor : clipped, focus: clipped }
}

/** An offset, or a range as `offset+length` or `first-last`; decimal or 0x hex. */
export type ByteRangeResult = { ok: true; offset: number; length: number } | { ok: false; message: string }

const NUMBER = '(0x[0-9a-f]{1,8}|\\d[\\d,]{0,12})'
const RANGE = new RegExp(`^${NUMBER}(?:\\s*([+\\-–])\\s*${NUMBER})?$`, 'i')

export function parseByteRange(text: string, total: number, base = 0): ByteRangeResult {
  const match = RANGE.exec(text.trim())
  if (!match) return { ok: false, message: 'must be an offset like 72 or 0x48, or a range like 32+32 or 32-63' }
  const [, first = '', sign, second = ''] = match
  const offset = integer(first) - base
  if (offset < 0 || offset >= total) {
    return { ok: false, message: `must be from byte ${base} to ${base + total - 1}, not ${integer(first)}` }
  }
  const length = sign === undefined ? 1 : sign === '+' ? integer(second) : integer(second) - integer(first) + 1
  if (length < 1) return { ok: false, message: 'the range is empty' }
  if (offset + length > total) return { ok: false, message: `the range ends after the last byte, ${base + total - 1}` }
  return { ok: true, offset, length }
}

function integer(text: string): number {
  return Number(text.replaceAll(',', ''))
}
