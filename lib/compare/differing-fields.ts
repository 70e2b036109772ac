import type { AnyItem } from '../protocol/rpc/items'
import type { DifferingField, FieldValue } from './contract'

/** The fields in which two rows differ, in the interface's order: exact, u64 by digits. Both are rows of one list. */
export function differingFields(one: AnyItem, other: AnyItem): DifferingField[] {
  const [values, others] = [fieldsOf(one), fieldsOf(other)]
  const names = [...new Set([...values.keys(), ...others.keys()])]
  return names.flatMap((name) => {
    const pair = [values.get(name) ?? null, others.get(name) ?? null] as const
    return pair[0] === pair[1] ? [] : [{ name, values: pair }]
  })
}

/** Values by the names that lead to them. An object that is null has no members: theirs are null. */
function fieldsOf(row: object, prefix = '', into = new Map<string, FieldValue>()): Map<string, FieldValue> {
  for (const [name, value] of Object.entries(row)) {
    // A token account’s own fields stand at the top, as in the list of an owner.
    if (value !== null && typeof value === 'object')
      fieldsOf(value, name === 'account' ? '' : `${prefix}${name}.`, into)
    else into.set(`${prefix}${name}`, value as FieldValue)
  }
  return into
}
