import { valueText } from '@/lib/account/idl/value-text'
import type { IdlStructs, RowDecoding } from '@/lib/api/idl'
import type { Cluster } from '@/lib/page/address'
import { Fact } from '../fact'
import { DecodedValueText } from './decoded-value'
import * as words from './words'

export function DecodedFacts({
  decoded,
  structs,
  cluster,
}: {
  decoded: RowDecoding
  structs: IdlStructs
  cluster: Cluster
}) {
  if (!('fields' in decoded)) {
    return <Fact name="Struct">{'raw' in decoded ? decoded.raw : words.fits(decoded.structs)}</Fact>
  }
  const columns = structs[decoded.struct] ?? []
  return (
    <>
      <Fact name="Struct">
        <bdi>{valueText(decoded.struct)}</bdi>
      </Fact>
      {Object.entries(decoded.fields).map(([name, value]) => (
        <Fact key={name} name={valueText(name)}>
          <DecodedValueText
            value={value}
            field={columns.find((column) => column.name === name) ?? { name, type: '' }}
            cluster={cluster}
            whole
          />
        </Fact>
      ))}
    </>
  )
}
