import { formatSpan, TIME_UNITS } from './block-time'

export function formatDuration(seconds: number): string {
  const largest = TIME_UNITS.findIndex(([size]) => seconds >= size)
  const [size, next] = [TIME_UNITS[largest], TIME_UNITS[largest + 1]]
  if (!size || !next || seconds % size[0] < next[0]) return formatSpan(seconds)
  return `${formatSpan(seconds)} ${formatSpan(seconds % size[0])}`
}
