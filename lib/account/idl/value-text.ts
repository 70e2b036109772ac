import type { DecodedValue } from '../../api/idl'
import { escapeInvisible } from '../../format/text'

/** On one line; texts are quoted inside other values only. */
export function valueText(value: DecodedValue, isInner = false): string {
  if (value === null) return 'none'
  if (typeof value === 'string') return isInner ? JSON.stringify(escapeInvisible(value)) : escapeInvisible(value)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map((item) => valueText(item, true)).join(', ')}]`
  const members = Object.entries(value).map(([name, item]) => `${escapeInvisible(name)}: ${valueText(item, true)}`)
  return `{${members.join(', ')}}`
}

/** Seconds since the Unix epoch, in UTC; null: no time that calendars have. */
export function secondsText(seconds: bigint): string | null {
  if (seconds < -62_135_596_800n || seconds > 253_402_300_799n) return null
  return new Date(Number(seconds) * 1_000).toISOString().replace('.000Z', 'Z')
}
