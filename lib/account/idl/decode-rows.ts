import type { AnswerIdl, IdlColumn, RowDecoding, WithDecoding } from '../../api/idl'
import { base64Bytes } from '../../format/base64'
import type { AccountItem } from '../../protocol/rpc/items'
import { type DecodedField, membersOf, StepBudget } from './decode'
import type { Idl } from './idl'
import type { ProgramIdl } from './load-idl'
import { type AccountReading, readAccount } from './match'

/** Rows with what their data mean, and the columns of the structs among them. */
export function decodeRows<Row extends AccountItem>(idl: Idl, rows: readonly Row[], budget = new StepBudget()) {
  const structs = new Map<string, IdlColumn[]>()
  const decoded = rows.map((row): WithDecoding<Row> => {
    const reading = readRow(idl, row, budget)
    if (reading?.kind === 'decoded' && !structs.has(reading.struct)) {
      structs.set(reading.struct, reading.fields.map(columnOf))
    }
    return reading ? { ...row, decoded: decodingOf(reading) } : row
  })
  return { rows: decoded, structs: Object.fromEntries(structs) }
}

function columnOf({ name, type, offset, length, isFixed, isSized }: DecodedField): IdlColumn {
  return { name, type, ...(isFixed && isSized && length > 0 && { place: { offset, length } }) }
}

/** null: no data. */
function readRow(idl: Idl, { data }: AccountItem, budget: StepBudget): AccountReading | null {
  const bytes = data && base64Bytes(data.data)
  if (!bytes) return data && { kind: 'raw', reason: 'Its data is not base64.' }
  return readAccount(idl, BigInt(data.discriminator), bytes, null, budget)
}

function decodingOf(reading: AccountReading): RowDecoding {
  if (reading.kind === 'raw') return { raw: reading.reason }
  if (reading.kind === 'choice') return { structs: reading.structs }
  return { struct: reading.struct, fields: membersOf(reading.fields) }
}

/** null: the IDL was not asked for, and the rows are the given ones. */
export function decodeWith<Row extends AccountItem>(
  program: ProgramIdl,
  rows: readonly Row[],
): { rows: readonly WithDecoding<Row>[]; idl: AnswerIdl | null } {
  if (program.state === 'not asked') return { rows, idl: null }
  if (program.state !== 'found') return { rows, idl: program }
  const { idl, text: _, ...about } = program
  const { rows: decoded, structs } = decodeRows(idl, rows)
  return { rows: decoded, idl: { ...about, structs } }
}
