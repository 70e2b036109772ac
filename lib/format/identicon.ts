/** A sign made from an address: a small drawing that is the same on its left and right. */
export interface Sign {
  /** Degrees on the colour wheel, in steps of 15. */
  hue: number
  /** What is filled of a square of 5 by 5: an SVG path. */
  path: string
}

const SIDE = 5
const HALF = 3
const CELLS = SIDE * HALF
/** Fewer are no shape, and more leave none. */
const LEAST = 6
const HUES = 24
const CHESSBOARD = 0b101_010_101_010_101

/**
 * The sign of an address, the same wherever it is made. From its base58 text, which stands for its bytes one to one, so
 * that nothing is decoded for it. It helps to tell rows apart and proves nothing: two addresses may have the same one.
 */
export function signOf(address: string): Sign {
  const hash = hashOf(address)
  const drawn = hash & (2 ** CELLS - 1)
  const count = bitsIn(drawn)
  // With a chessboard behind it where too few or too many are drawn: then there are enough of either.
  const cells = count < LEAST || count > CELLS - LEAST ? drawn ^ CHESSBOARD : drawn
  let path = ''
  for (let cell = 0; cell < CELLS; cell++) {
    if (!((cells >> cell) & 1)) continue
    const [column, row] = [cell % HALF, Math.floor(cell / HALF)]
    path += square(column, row)
    if (column < HALF - 1) path += square(SIDE - 1 - column, row)
  }
  return { hue: ((hash >>> CELLS) % HUES) * (360 / HUES), path }
}

const square = (column: number, row: number) => `M${column} ${row}h1v1h-1z`

function bitsIn(value: number): number {
  let count = 0
  for (let rest = value; rest > 0; rest >>= 1) count += rest & 1
  return count
}

/** FNV-1a of 32 bits over the characters, mixed at the end: neighbours must not look alike. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
