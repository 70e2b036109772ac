import { StepBudget } from '@/lib/account/idl/decode'
import { decodeRows } from '@/lib/account/idl/decode-rows'
import { type Idl, isIdlError } from '@/lib/account/idl/idl'
import { readIdl } from '@/lib/account/idl/read-idl'
import { maxLayoutBytes, parseLayout, readLayout } from '@/lib/account/lens/layout'
import { isIdlText } from '@/lib/account/lens/layout-fragment'
import type { IdlStructs } from '@/lib/api/idl'
import { base64Bytes } from '@/lib/format/base64'
import type { AccountItem } from '@/lib/protocol/rpc/items'
import { KEPT, type LayoutParser } from './layout-in-address'
import { NO_LAYOUT, type UsedLayout } from './used-layout'
import * as words from './words'

export const layoutOf: LayoutParser = (text) => {
  if (isIdlText(text) || text === KEPT) return ownIdl(text)
  const parsed = parseLayout(text)
  if (!parsed.ok) return { fields: [], problems: parsed.problems, read: () => [] }
  const { fields } = parsed
  const reach = maxLayoutBytes(fields)
  return {
    fields,
    problems: [],
    read(base64, base) {
      if (base64 === undefined) return []
      // Decodes only what the layout can reach: a row may hold a megabyte.
      const bytes = base64Bytes(base64.slice(0, Math.ceil(Math.max(0, reach - base) / 3) * 4))
      return bytes === null ? [] : readLayout(fields, bytes, base)
    },
  }
}

const { text: _, ...NOTHING } = NO_LAYOUT

function ownIdl(text: string): ReturnType<LayoutParser> {
  try {
    const idl = readIdl(text, null)
    return { ...NOTHING, own: { idl, decode: rememberingDecoder(idl) } }
  } catch (error) {
    if (!isIdlError(error)) throw error
    return { ...NOTHING, problems: [{ line: 0, message: text === KEPT ? words.notInLink : error.message }] }
  }
}

function rememberingDecoder(idl: Idl): NonNullable<UsedLayout['own']>['decode'] {
  const known = new WeakMap<AccountItem, AccountItem>()
  const budget = new StepBudget()
  let structs: IdlStructs = {}
  return (rows) => {
    const decoded = rows.map((row) => {
      const before = known.get(row)
      if (before) return before
      const read = decodeRows(idl, [row], budget)
      const [one = row] = read.rows
      if (Object.keys(read.structs).some((name) => !Object.hasOwn(structs, name)))
        structs = { ...structs, ...read.structs }
      known.set(row, one)
      return one
    })
    return { rows: decoded, structs }
  }
}
