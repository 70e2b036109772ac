/**
 * JSON that keeps every integer whole, both ways.
 *
 * `JSON.parse` rounds integers beyond 2^53 and `JSON.stringify` throws on a bigint; an indexer writes u64 as bare
 * numbers (Interface 2, facts/photon-wire.md 9). Here an integer beyond ±(2^53−1) becomes a bigint and a bigint
 * leaves as its bare digits; everything else is exactly what JSON does.
 */

/** Characters of the shortest integers that a double may not hold. */
export const LONG_INTEGER_CHARS = 16

/**
 * A quote, or an integer of 16 digits and more that stands alone (no fraction, no exponent) as a value: as a member's
 * name it is left for JSON.parse to refuse.
 */
const QUOTE_OR_LONG_INTEGER = /"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE]|[ \t\r\n]*:)/g

/** Unguessable within one process, so that no text can pass for a marked integer. */
const MARK = `\u0001${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}:`

/**
 * Parses JSON text. Integers that a double cannot hold exactly come as bigint, all others as number.
 * @throws SyntaxError for text that is not JSON; RangeError for nesting beyond what the stack holds.
 */
export function parseJson(text: string): unknown {
  const marked = markLongIntegers(text)
  return marked === text ? JSON.parse(text) : revive(JSON.parse(marked))
}

/** JSON text of a value in which bigints stand as bare digits. `undefined` members are left out, as in JSON. */
export function stringifyJson(value: unknown): string {
  try {
    // Several times as fast, and many answers hold no bigint.
    return JSON.stringify(value)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return JSON.stringify(withMarks(value)).replace(MARKED, '$1')
  }
}

/** A marked integer as JSON writes it. */
const MARKED = new RegExp(`"${JSON.stringify(MARK).slice(1, -1).replace('\\', '\\\\')}(-?\\d+)"`, 'g')

/** True for what a double holds exactly: JSON.stringify writes its digits, and most integers are such. */
const isSafe = (value: bigint) => value >= MIN_SAFE && value <= MAX_SAFE
const [MIN_SAFE, MAX_SAFE] = [BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER)]

/** A copy with marked text for long bigints: to copy first takes less time than a replacer, which is called for each member. */
function withMarks(value: unknown): unknown {
  if (typeof value === 'bigint') return isSafe(value) ? Number(value) : MARK + value
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value
  if (Array.isArray(value)) return value.map(withMarks)
  // A member named __proto__ is the copy's own too, and stays so when it is set.
  const copy: Record<string, unknown> = { ...value }
  for (const name in copy) copy[name] = withMarks(copy[name])
  return copy
}

/** The text with each unsafe integer outside of strings replaced by a marked string. */
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

/** Leading zeros are not JSON: left alone, so that JSON.parse refuses them. */
function isJsonInteger(digits: string): boolean {
  return /^-?[1-9]/.test(digits)
}

/** The index behind the string that opens at `start`; the text's end when it never closes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end + 1
  }
  return text.length
}

/** Turns the marked strings of a freshly parsed value into bigints, in place. */
function revive(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = revive(value[i])
  } else if (value !== null && typeof value === 'object') {
    // A member named __proto__ is set like any other here, because JSON.parse made it the value's own.
    for (const [key, member] of Object.entries(value)) Reflect.set(value, key, revive(member))
  }
  return value
}
