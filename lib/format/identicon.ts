/** A sign made from an address: a small drawing that is the same on its left and right. */
export interface Sign {
  /** Degrees on the colour wheel, in steps of 15. */
  hue: number
  /** What is filled of a square of 5 by 5: an SVG path. */
  path: string
}

const HUES = 24
const CELLS = 15

/**
 * The sign of an address, the same wherever it is made. From its base58 text, which stands for its bytes one to one, so
 * that nothing is decoded for it. It helps to tell rows apart and proves nothing: two addresses may have the same one.
 */
export function signOf(address: string): Sign {
  // FNV-1a of 32 bits over the characters, mixed at the end: neighbours must not look alike.
  let hash = 0x811c9dc5
  for (const character of address) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  hash ^= hash >>> 13
  let path = ''
  for (let cell = 0; cell < CELLS; cell++) {
    // The middle is always there, so that no sign is empty.
    if (cell !== 8 && !((hash >> cell) & 1)) continue
    const [column, row] = [cell % 3, Math.floor(cell / 3)]
    // Of the middle column one, else one on either side.
    for (const x of new Set([column, 4 - column])) path += `M${x} ${row}h1v1h-1z`
  }
  return { hue: ((hash >>> CELLS) % HUES) * (360 / HUES), path }
}
