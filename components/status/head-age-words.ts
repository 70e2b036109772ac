import type { HeadAge } from '@/lib/api/status'
import { formatDuration } from '@/lib/format/duration'

/** `12 s ± 3 s`; below its margin of error, the upper bound only: `under 43 s`. */
export function headAgeText({ seconds, errorSeconds }: HeadAge): string {
  const [age, margin] = [Math.max(0, Math.round(seconds)), Math.max(1, Math.round(errorSeconds))]
  return age <= margin ? `under ${wholeDuration(age + margin)}` : `${wholeDuration(age)} ± ${wholeDuration(margin)}`
}

function wholeDuration(seconds: number): string {
  return formatDuration(seconds).replaceAll(' ', '\u00a0')
}
