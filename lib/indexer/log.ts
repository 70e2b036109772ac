/**
 * One event as one line of JSON on stderr. Control characters, also those that reorder text, leave escaped, so that
 * nothing a transaction holds can forge a line or colour a terminal.
 */
export function logLine(
  level: 'info' | 'warn' | 'error',
  message: string,
  members: Record<string, unknown> = {},
): void {
  const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...members })
  console.error(escaped(line).slice(0, MAX_LINE))
}

/** Longest line in characters. */
const MAX_LINE = 2000

/** Text with every control and formatting character written as \\uXXXX. */
export function escaped(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
