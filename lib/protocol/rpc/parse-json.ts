/* Not in json.ts: every browser page parses JSON, few write it with bigints. */

export const LONG_INTEGER_CHARS = 16

/** A quote, or an integer value of at least 16 digits. */
const QUOTE_OR_LONG_INTEGER = /"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE]|[ \t\r\n]*:)/g

/** Random, so that no text in an answer can look like a marked integer. */
export const BIGINT_MARK = `\u0001${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}:`

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
    out += `${text.slice(copied, match.index)}${JSON.stringify(BIGINT_MARK + match[0])}`
    copied = token.lastIndex
  }
  return copied === 0 ? text : out + text.slice(copied)
}

/** Leading zeros are not JSON: JSON.parse rejects them. */
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
  if (typeof value === 'string') return value.startsWith(BIGINT_MARK) ? BigInt(value.slice(BIGINT_MARK.length)) : value
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = revive(value[i])
  } else if (value !== null && typeof value === 'object') {
    // Reflect.set also works for an own member named __proto__.
    for (const [key, member] of Object.entries(value)) Reflect.set(value, key, revive(member))
  }
  return value
}
