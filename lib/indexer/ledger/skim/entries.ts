/*
 * Where the transactions of a block end, found by regular expressions: these run as machine code, and a loop over the bytes
 * of a block in JavaScript takes several times as long. Each alternative begins with a character that no other one begins
 * with, so nothing is tried twice: the time grows with the length of the text alone.
 */

/** Objects and lists within each other in a transaction: seven in what a node writes. */
const DEPTH = 12

const SPACE = '[ \\t\\r\\n]*'
const STRING = '"[^"\\\\]*(?:\\\\[^][^"\\\\]*)*"'

/** What stands between two brackets, with brackets in it that close each other. */
function contents(depth: number, string = STRING): string {
  const nested = depth === 0 ? '' : `|[{\\[]${contents(depth - 1)}[}\\]]`
  return `[^"{}\\[\\]]*(?:(?:${string}${nested})[^"{}\\[\\]]*)*`
}

const NAME = '"transaction"'

/** Anything between the members of a transaction, but not its member `transaction`. */
const OTHER_MEMBERS = contents(DEPTH - 1, `(?!${NAME})${STRING}`)

/** A transaction in base64 and nothing else: the member that holds it occurs once, without an escape in it. Its text is caught. */
const IN_BASE64 = new RegExp(
  `${SPACE}\\{${OTHER_MEMBERS}${NAME}${SPACE}:${SPACE}\\[${SPACE}"([^"\\\\]*)"${SPACE},${SPACE}"base64"${SPACE}\\]${OTHER_MEMBERS}\\}`,
  'y',
)

/** Any object. */
const OBJECT = new RegExp(`${SPACE}\\{${contents(DEPTH - 1)}\\}`, 'y')

/** Behind an entry of a list: the comma or the end of the list. */
const SEPARATOR = new RegExp(`${SPACE}([,\\]])`, 'y')

const member = (name: string) => `(?!"(?:result|transactions)")${STRING}${SPACE}:${SPACE}${name}${SPACE},${SPACE}`
const VALUE = `(?:${STRING}|[{\\[]${contents(3)}[}\\]]|[^"{}\\[\\],: \\t\\r\\n]+)`

/** The beginning of an answer with a block, up to and with the bracket that opens its transactions. */
const HEAD = new RegExp(
  `${SPACE}\\{${SPACE}(?:${member(VALUE)})*"result"${SPACE}:${SPACE}\\{${SPACE}(?:${member(VALUE)})*"transactions"${SPACE}:${SPACE}\\[${SPACE}`,
  'y',
)

/** An entry of a list of transactions. `base64`: the text of its transaction; null unless it is there in base64 alone. */
export interface Entry {
  end: number
  base64: string | null
}

/**
 * The place up to which entries are whole in a text that may be cut: the last name of a member before which another entry
 * begins. To look for the end of one that is cut costs ten times as much as for one that is there.
 */
export function wholeUpTo(text: string): number {
  return text.lastIndexOf(NAME, text.lastIndexOf(NAME) - 1)
}

/** The entry that begins at `start` in text of one byte a character; null where none does, or it has no end yet. */
export function entryAt(text: string, start: number): Entry | null {
  const plain = matchAt(IN_BASE64, text, start)
  if (plain) return { end: IN_BASE64.lastIndex, base64: plain[1] ?? '' }
  return matchAt(OBJECT, text, start) && { end: OBJECT.lastIndex, base64: null }
}

/** Where the transactions of the block in an answer begin; null where that cannot be told (yet). */
export function endOfHead(text: string): number | null {
  return matchAt(HEAD, text, 0) && HEAD.lastIndex
}

/** What follows an entry, and where that is over; null where neither does (yet). */
export function separatorAt(text: string, start: number): { isLast: boolean; end: number } | null {
  const match = matchAt(SEPARATOR, text, start)
  return match && { isLast: match[1] === ']', end: SEPARATOR.lastIndex }
}

function matchAt(expression: RegExp, text: string, start: number): RegExpExecArray | null {
  expression.lastIndex = start
  try {
    return expression.exec(text)
  } catch (error) {
    // An entry of millions of parts has more of them than the expression can keep in mind: it is left to a parser.
    if (error instanceof RangeError) return null
    throw error
  }
}
