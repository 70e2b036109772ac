/** Lines of a log, and characters of all of them, that are kept: nodes keep 10,000 bytes unless they are told otherwise. */
const MOST_LINES = 1_000
const MOST_CHARS = 65_536

/** The runtime's own last line of a log that it cut. */
const TRUNCATED = 'Log truncated'

/** A log without what is beyond its bounds; its last line says so then. */
export function cutLog(lines: readonly string[]): readonly string[] {
  let [kept, chars] = [0, 0]
  for (const line of lines) {
    chars += line.length
    if (chars > MOST_CHARS || kept === MOST_LINES) return [...lines.slice(0, kept), TRUNCATED]
    kept++
  }
  return lines
}
