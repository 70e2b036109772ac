import { groupDigits } from './numbers'

/** `2026-11-20 10:05:41 UTC`; null for 0, an unknown time. */
export function formatUtc(seconds: number): string | null {
  if (seconds <= 0) return null
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return null
  return date.toISOString().replace('T', ' ').replace('.000Z', ' UTC')
}

export const TIME_UNITS: readonly [seconds: number, unit: string][] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
]

/** `12 s ago`; `just now` below 1 s and up to 5 s ahead (clock drift); null further in the future. */
export function formatAge(seconds: number, nowMs: number): string | null {
  const age = Math.floor(nowMs / 1000) - seconds
  if (age < -5) return null
  return age <= 0 ? 'just now' : `${formatSpan(age)} ago`
}

export function formatSpan(seconds: number): string {
  for (const [size, unit] of TIME_UNITS) {
    if (seconds >= size) return `${groupDigits(Math.floor(seconds / size))} ${unit}`
  }
  return '0 s'
}
