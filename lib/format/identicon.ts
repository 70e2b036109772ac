const HUES = 24
const CELLS = 15

/** An identicon of a base58 address. It helps to distinguish rows and proves nothing: two addresses can share one. */
export function identiconOf(address: string): { hue: number; path: string } {
  let hash = 0x811c9dc5
  for (const character of address) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  hash ^= hash >>> 13
  let path = ''
  for (let cell = 0; cell < CELLS; cell++) {
    if (cell !== 8 && !((hash >> cell) & 1)) continue
    const [column, row] = [cell % 3, Math.floor(cell / 3)]
    for (const x of new Set([column, 4 - column])) path += `M${x} ${row}h1v1h-1z`
  }
  return { hue: ((hash >>> CELLS) % HUES) * (360 / HUES), path }
}
