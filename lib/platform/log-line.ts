/** Characters per line, and per string in a line. facts/reliability.md (e) S14. */
const MAX_LINE = 2_000
const MAX_TEXT = 300

/**
 * Escapes control and bidirectional characters, so that foreign text cannot forge a line or colour a terminal; cuts long text.
 */
export function toLogLine(members: Record<string, unknown>): string {
  const short = (_: string, value: unknown) =>
    typeof value === 'string' && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value
  return escapeControls(JSON.stringify(members, short)).slice(0, MAX_LINE)
}

export function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
