import { secondsText, valueText } from '@/lib/account/idl/value-text'
import type { DecodedValue, IdlColumn } from '@/lib/api/idl'
import { type Cluster, searchHref } from '@/lib/page/address'
import { None } from '../../ui/amounts'
import { Digits } from '../../ui/digits'
import { Identifier } from '../../ui/identifier'

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
