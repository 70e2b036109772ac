import type { ReactNode } from 'react'
import { valueText } from '@/lib/account/idl/value-text'
import { fieldIn, type IdlColumn, type IdlStructs, STRUCT, type WithDecoding } from '@/lib/api/idl'
import { base64Bytes } from '@/lib/format/base64'
import type { Cluster } from '@/lib/page/address'
import { boundedBase58 } from '@/lib/protocol/base58'
import type { AccountItem } from '@/lib/protocol/rpc/items'
import { None } from '../../ui/amounts'
import { NarrowLink } from '../../ui/identifier'
import { MAX_FILTER_BYTES } from '../lens/selection-links'
import type { Narrow } from '../token-cells'
import { DecodedValueText } from './decoded-value'
import * as words from './words'

interface DecodedRow {
  account: WithDecoding<AccountItem>
  cluster: Cluster
  narrow: Narrow
}

export { decodedColumns } from '@/lib/listing/address/decoded-columns'

/** The cells of decodedColumns(). */
export function decodedCells(structs: IdlStructs) {
  const cells: Record<string, (row: DecodedRow) => ReactNode> = { [STRUCT]: (row) => <Struct {...row} /> }
  for (const [struct, fields] of Object.entries(structs)) {
    for (const field of fields) {
      cells[`${struct}.${field.name}`] = (row) => <Field {...row} struct={struct} field={field} />
    }
  }
  return cells
}

function Struct({ account: { decoded } }: DecodedRow) {
  if (decoded === undefined) return <None />
  if ('struct' in decoded) return <bdi>{valueText(decoded.struct)}</bdi>
  return (
    <span className="text-muted" title={'raw' in decoded ? decoded.raw : words.fits(decoded.structs)}>
      {'raw' in decoded ? words.notRead : words.severalFit(decoded.structs.length)}
    </span>
  )
}

function Field({ account, cluster, narrow, struct, field }: DecodedRow & { struct: string; field: IdlColumn }) {
  const { decoded, data } = account
  const value = decoded && 'fields' in decoded ? fieldIn(decoded, `${struct}.${field.name}`) : undefined
  if (value === undefined) return null
  return (
    <span className="whitespace-nowrap">
      <DecodedValueText value={value} field={field} cluster={cluster} />
      <NarrowLink href={narrowed(narrow, field, data)} what={valueText(field.name)} />
    </span>
  )
}

function narrowed(narrow: Narrow, { place }: IdlColumn, data: AccountItem['data']): string | null {
  const bytes = place && data && place.length <= MAX_FILTER_BYTES ? base64Bytes(data.data) : null
  if (!place || !bytes) return null
  return narrow(place.offset, boundedBase58(bytes.subarray(place.offset, place.offset + place.length)))
}
