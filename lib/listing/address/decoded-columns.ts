import { type IdlStructs, isDecodedColumn, STRUCT } from '../../api/idl'
import type { Column } from './columns'

const DECODED_SHOWN = 5
const ON_CARD = 2

/** Of the first struct, the first fields are shown unless others are chosen. */
export function decodedColumns(of: IdlStructs): readonly Column[] {
  const structs = Object.entries(of)
  const columns = structs.flatMap(([struct, fields], i) =>
    fields.map(({ name, type }, at): Column => {
      const hidden = i > 0 || at >= DECODED_SHOWN
      return {
        name: `${struct}.${name}`,
        heading: i > 0 ? `${struct}.${name}` : name,
        figure: /^(option<)?[uif]\d+>?$/.test(type),
        ...(hidden && { hiddenByDefault: 'always' }),
        ...(i === 0 && at < ON_CARD && { card: 'second' }),
      }
    }),
  )
  const struct: Column = { name: STRUCT, heading: 'Struct', card: 'second' }
  return columns.length === 0 ? [] : [struct, ...columns.filter(({ name }) => isDecodedColumn(name))]
}
