/* Apart from json.ts: browsers load it, and few write JSON with bigints. */

export const LONG_INTEGER_CHARS = 16

/** A quote, or an integer of 16 digits and more as a value. As a member's name it is left to JSON.parse to refuse. */
const QUOTE_OR_LONG_INTEGER = /"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE]|[ \t\r\n]*:)/g

/** Unguessable within one process, so that no text can pass for a marked integer. */
export const MARK = `\u0001${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}:`

/** Inexact integers become bigints. @throws SyntaxError for invalid JSON; RangeError for nesting beyond the stack */
export function parseJson(text: string): unknown {
  const marked = markLongIntegers(text)
  return marked === text ? JSON.parse(text) : revive(JSON.parse(marked))
}

function markLongIntegers(text: string): string {
  if (!/\d{16}/.test(text)) return text
  let out = ''
  let copied = 0
  const token = new RegExp(QUOTE_OR_LONG_INTEGER)
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '"') {
      token.lastIndex = endOfString(text, match.index)
      continue
    }
    if (Number.isSafeInteger(Number(match[0])) || !isJsonInteger(match[0])) continue
    out += `${text.slice(copied, match.index)}${JSON.stringify(MARK + match[0])}`
    copied = token.lastIndex
  }
  return copied === 0 ? text : out + text.slice(copied)
}

/** Leading zeros are not JSON: left to JSON.parse to refuse. */
function isJsonInteger(digits: string): boolean {
  return /^-?[1-9]/.test(digits)
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end + 1
  }
  return text.length
}

function revive(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = revive(value[i])
  } else if (value !== null && typeof value === 'object') {
    // Sets __proto__ like any other member: JSON.parse made it the value's own.
    for (const [key, member] of Object.entries(value)) Reflect.set(value, key, revive(member))
  }
  return value
}
