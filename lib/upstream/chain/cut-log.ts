const MAX_LINES = 1_000
const MAX_CHARS = 65_536

const TRUNCATED = 'Log truncated'

export function cutLog(lines: readonly string[]): readonly string[] {
  let [kept, chars] = [0, 0]
  for (const line of lines) {
    chars += line.length
    if (chars > MAX_CHARS || kept === MAX_LINES) return [...lines.slice(0, kept), TRUNCATED]
    kept++
  }
  return lines
}
