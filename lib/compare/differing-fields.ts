import type { AnyItem } from '../protocol/rpc/items'
import type { DifferingField, FieldValue } from './contract'

export function differingFields(one: AnyItem, other: AnyItem): DifferingField[] {
  const [values, others] = [fieldsOf(one), fieldsOf(other)]
  const names = [...new Set([...values.keys(), ...others.keys()])]
  return names.flatMap((name) => {
    const pair = [values.get(name) ?? null, others.get(name) ?? null] as const
    return pair[0] === pair[1] ? [] : [{ name, values: pair }]
  })
}

function fieldsOf(row: object, prefix = '', into = new Map<string, FieldValue>()): Map<string, FieldValue> {
  for (const [name, value] of Object.entries(row)) {
    // Flattens `account`, so that token accounts have the field names of an owner's list.
    if (value !== null && typeof value === 'object')
      fieldsOf(value, name === 'account' ? '' : `${prefix}${name}.`, into)
    else into.set(`${prefix}${name}`, value as FieldValue)
  }
  return into
}
