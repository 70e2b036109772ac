import { secondsText, valueText } from '@/lib/account/idl/value-text'
import type { DecodedValue, IdlColumn, IdlStructs, RowDecoding } from '@/lib/api/idl'
import { type Cluster, searchHref } from '@/lib/page/address'
import { None } from '../../ui/amounts'
import { Digits } from '../../ui/digits'
import { Identifier } from '../../ui/identifier'
import { Fact } from '../fact'
import * as words from './words'

/** Of a cell. */
const MAX_CHARS = 300

export function DecodedValueText({
  value,
  field,
  cluster,
  whole = false,
}: {
  value: DecodedValue
  field: Pick<IdlColumn, 'name' | 'type'>
  cluster: Cluster
  whole?: boolean
}) {
  if (value === null) return <None />
  if (field.type === 'pubkey' && typeof value === 'string') {
    return <Identifier text={value} what={valueText(field.name)} href={searchHref(value, cluster)} short={!whole} />
  }
  const isInteger = typeof value === 'bigint' || typeof value === 'number'
  const time = isInteger && field.type === 'time' ? secondsText(BigInt(value)) : null
  if (time !== null) return <time dateTime={time}>{time.replace('T', ' ').replace('Z', ' UTC')}</time>
  if (isInteger) return <Digits value={value} />
  const text = valueText(value)
  const short = text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text
  if (text === '') return <i className="text-muted">empty</i>
  if (whole) return <bdi className="wrap-anywhere">{text}</bdi>
  return (
    <bdi dir="ltr" className="inline-block max-w-full truncate align-bottom sm:max-w-64" title={short}>
      {short}
    </bdi>
  )
}

export function DecodedFacts(props: { decoded: RowDecoding; structs: IdlStructs; cluster: Cluster }) {
  const { decoded, structs, cluster } = props
  if (!('fields' in decoded)) {
    return <Fact name="Struct">{'raw' in decoded ? decoded.raw : words.fits(decoded.structs)}</Fact>
  }
  const columns = structs[decoded.struct] ?? []
  const columnOf = (name: string) => columns.find((column) => column.name === name) ?? { name, type: '' }
  return (
    <>
      <Fact name="Struct">
        <bdi>{valueText(decoded.struct)}</bdi>
      </Fact>
      {Object.entries(decoded.fields).map(([name, value]) => (
        <Fact key={name} name={valueText(name)}>
          <DecodedValueText {...{ value, cluster, field: columnOf(name) }} whole />
        </Fact>
      ))}
    </>
  )
}
