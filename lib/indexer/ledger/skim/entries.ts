/*
 * Regular expressions find where transactions end: they run as machine code, and a loop over the bytes in JavaScript takes
 * several times as long. Each alternative begins with another character, so there is no backtracking: the time is linear in the
 * length of the text.
 */

/** Nesting depth in a transaction: nodes write seven. */
const DEPTH = 12

const SPACE = '[ \\t\\r\\n]*'
const STRING = '"[^"\\\\]*(?:\\\\[^][^"\\\\]*)*"'

/** Text between two brackets, with balanced brackets in it. */
function contents(depth: number, string = STRING): string {
  const nested = depth === 0 ? '' : `|[{\\[]${contents(depth - 1)}[}\\]]`
  return `[^"{}\\[\\]]*(?:(?:${string}${nested})[^"{}\\[\\]]*)*`
}

const NAME = '"transaction"'

const OTHER_MEMBERS = contents(DEPTH - 1, `(?!${NAME})${STRING}`)

const IN_BASE64 = new RegExp(
  `${SPACE}\\{${OTHER_MEMBERS}${NAME}${SPACE}:${SPACE}\\[${SPACE}"([^"\\\\]*)"${SPACE},${SPACE}"base64"${SPACE}\\]${OTHER_MEMBERS}\\}`,
  'y',
)

const OBJECT = new RegExp(`${SPACE}\\{${contents(DEPTH - 1)}\\}`, 'y')

const SEPARATOR = new RegExp(`${SPACE}([,\\]])`, 'y')

const member = (name: string) => `(?!"(?:result|transactions)")${STRING}${SPACE}:${SPACE}${name}${SPACE},${SPACE}`
const VALUE = `(?:${STRING}|[{\\[]${contents(3)}[}\\]]|[^"{}\\[\\],: \\t\\r\\n]+)`

const HEAD = new RegExp(
  `${SPACE}\\{${SPACE}(?:${member(VALUE)})*"result"${SPACE}:${SPACE}\\{${SPACE}(?:${member(VALUE)})*"transactions"${SPACE}:${SPACE}\\[${SPACE}`,
  'y',
)

/** `base64`: the text of its transaction; null if the entry has another form. */
export interface Entry {
  end: number
  base64: string | null
}

/** Entries that begin before it are complete: matching a truncated entry takes ten times as long. */
export function endOfCompleteEntries(text: string): number {
  return text.lastIndexOf(NAME, text.lastIndexOf(NAME) - 1)
}

/** One byte per character; null: no entry begins there, or its end is missing. */
export function entryAt(text: string, start: number): Entry | null {
  const plain = matchAt(IN_BASE64, text, start)
  if (plain) return { end: IN_BASE64.lastIndex, base64: plain[1] ?? '' }
  return matchAt(OBJECT, text, start) && { end: OBJECT.lastIndex, base64: null }
}

export function endOfHead(text: string): number | null {
  return matchAt(HEAD, text, 0) && HEAD.lastIndex
}

export function separatorAt(text: string, start: number): { isLast: boolean; end: number } | null {
  const match = matchAt(SEPARATOR, text, start)
  return match && { isLast: match[1] === ']', end: SEPARATOR.lastIndex }
}

function matchAt(expression: RegExp, text: string, start: number): RegExpExecArray | null {
  expression.lastIndex = start
  try {
    return expression.exec(text)
  } catch (error) {
    // An entry of millions of parts exceeds the expression's stack: a parser reads it.
    if (error instanceof RangeError) return null
    throw error
  }
}
