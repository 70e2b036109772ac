import { formatSpan, UNITS } from './block-time'

export function formatDuration(seconds: number): string {
  const largest = UNITS.findIndex(([size]) => seconds >= size)
  const [size, next] = [UNITS[largest], UNITS[largest + 1]]
  if (!size || !next || seconds % size[0] < next[0]) return formatSpan(seconds)
  return `${formatSpan(seconds)} ${formatSpan(seconds % size[0])}`
}
