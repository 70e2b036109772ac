import { groupDigits } from './numbers'

/** Absolute time of Unix seconds in UTC: `2026-11-20 10:05:41 UTC`; null for 0, which means that no time is known. */
export function formatUtc(seconds: number): string | null {
  if (seconds <= 0) return null
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return null
  return date.toISOString().replace('T', ' ').replace('.000Z', ' UTC')
}

/** Units of time, the largest first. */
export const UNITS: readonly [seconds: number, unit: string][] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
]

/**
 * How long ago, in one unit: `12 s ago`; `just now` under a second and for up to five seconds ahead, as far as clocks
 * differ; null when the time lies further in the future.
 */
export function formatAge(seconds: number, nowMs: number): string | null {
  const age = Math.floor(nowMs / 1000) - seconds
  if (age < -5) return null
  return age <= 0 ? 'just now' : `${formatSpan(age)} ago`
}

/** A span of seconds in its largest fitting unit: `3 min`. */
export function formatSpan(seconds: number): string {
  for (const [size, unit] of UNITS) {
    if (seconds >= size) return `${groupDigits(Math.floor(seconds / size))} ${unit}`
  }
  return '0 s'
}
