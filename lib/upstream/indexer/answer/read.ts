import { toWellFormed } from '../../../format/text'
import { loopTurn } from '../../../platform/turns'
import { parseJson } from '../../../protocol/rpc/json'
import { PORTION_BYTES, PORTION_ROWS } from './budget'
import { type AnswerScan, BYTE_ORDER_MARK } from './scan'

/* Parses scanned bytes: first the answer without rows, then rows in portions, so that no answer blocks the thread for long. */

/** Parses the answer with an empty list in place of its rows. @throws SyntaxError */
export function readFrame(bytes: Buffer, scan: AnswerScan): unknown {
  const { start, end } = scan.places.list ?? { start: bytes.length, end: bytes.length }
  const begin = BYTE_ORDER_MARK.every((byte, i) => bytes[i] === byte) ? BYTE_ORDER_MARK.length : 0
  return parsed(bytes.toString('utf8', begin, start) + bytes.toString('utf8', end), scan)
}

/** Yields between portions, and before a long answer. @throws SyntaxError; what `check` throws */
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
    const portion = last === first ? [parsed(text, scan)] : (parsed(`[${text}]`, scan) as unknown[])
    for (const row of portion) {
      work.checked++
      rows.push(check(row, rows.length))
    }
    first = last + 1
  }
  return rows
}

/** Only escapes can be lone surrogates: UTF-8 cannot encode them. */
const SURROGATE = /\\u[dD][89a-fA-F]/

function parsed(text: string, { hasEscapes, hasLongNumbers }: AnswerScan): unknown {
  const value: unknown = hasLongNumbers ? parseJson(text) : JSON.parse(text)
  return hasEscapes && SURROGATE.test(text) ? wellFormedIn(value) : value
}

/** Replaces lone surrogates in place, since links and files cannot hold them. */
function wellFormedIn(value: unknown): unknown {
  if (typeof value === 'string') return toWellFormed(value)
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = wellFormedIn(value[i])
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) Reflect.set(value, name, wellFormedIn(member))
  }
  return value
}
