import { wellFormed } from '../../../format/text'
import { loopTurn } from '../../../platform/turns'
import { parseJson } from '../../../protocol/rpc/json'
import { PORTION_BYTES, PORTION_ROWS } from './budget'
import { type AnswerScan, BYTE_ORDER_MARK } from './scan'

/*
 * JSON of bytes that a scan let through: first what is no row, then the rows a portion at a time, so that no answer holds
 * the process for longer than a portion takes.
 */

/**
 * An answer without its rows: an empty list stands in their place.
 * @throws SyntaxError
 */
export function readFrame(bytes: Buffer, scan: AnswerScan): unknown {
  const { start, end } = scan.places.list ?? { start: bytes.length, end: bytes.length }
  const begin = BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte) ? BYTE_ORDER_MARK.length : 0
  return parsed(bytes.toString('utf8', begin, start) + bytes.toString('utf8', end), scan)
}

/**
 * The rows, each as `check` makes it, in their order. Others have their turn between two portions, and before the first of a long answer.
 * @throws SyntaxError, and what `check` throws: behind it nothing is read.
 */
export async function readRows<Row>(
  bytes: Buffer,
  scan: AnswerScan,
  check: (row: unknown, index: number) => Row,
): Promise<Row[]> {
  const { places, work } = scan
  const { starts, ends } = places
  const rows: Row[] = []
  for (let first = 0; first < starts.length; ) {
    if (first > 0 || bytes.length > PORTION_BYTES) await loopTurn()
    const start = starts[first] as number
    let last = first
    while (
      last + 1 < starts.length &&
      last + 1 - first < PORTION_ROWS &&
      (ends[last + 1] as number) - start <= PORTION_BYTES
    ) {
      last++
    }
    work.portions++
    const text = bytes.toString('utf8', start, ends[last])
    // A row that is alone may be long: it is not copied for its brackets.
    const portion = last === first ? [parsed(text, scan)] : (parsed(`[${text}]`, scan) as unknown[])
    for (const row of portion) {
      work.checked++
      rows.push(check(row, rows.length))
    }
    first = last + 1
  }
  return rows
}

/** A surrogate as JSON escapes it: UTF-8 itself has none. */
const SURROGATE = /\\u[dD][89a-fA-F]/

function parsed(text: string, { hasEscapes, hasLongNumbers }: AnswerScan): unknown {
  const value: unknown = hasLongNumbers ? parseJson(text) : JSON.parse(text)
  return hasEscapes && SURROGATE.test(text) ? wellFormedIn(value) : value
}

/** A freshly parsed value, its text well-formed, changed where it is: of such a half no link or file can be made. */
function wellFormedIn(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value)
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = wellFormedIn(value[i])
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) Reflect.set(value, name, wellFormedIn(member))
  }
  return value
}
