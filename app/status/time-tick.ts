import { RANGES, type TimeRange } from '@/lib/status/range'

export function timeTick(ms: number, { fromMs, toMs }: TimeRange): string {
  const iso = new Date(ms).toISOString()
  const width = (toMs - fromMs) / 1000
  if (width > 3 * RANGES['24h']) return iso.slice(5, 10)
  if (width > RANGES['24h']) return `${iso.slice(5, 10)} ${iso.slice(11, 16)}`
  return width < 600 ? iso.slice(11, 19) : iso.slice(11, 16)
}

export function endTick(ms: number, { fromMs, toMs }: TimeRange): string {
  const [from, to, iso] = [fromMs, toMs, ms].map((each) => new Date(each).toISOString()) as [string, string, string]
  const clock = toMs - fromMs < 600_000 ? iso.slice(11, 19) : iso.slice(11, 16)
  return from.slice(0, 10) === to.slice(0, 10) ? clock : `${iso.slice(5, 10)} ${clock}`
}
