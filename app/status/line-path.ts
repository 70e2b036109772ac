import type { TimeRange } from '@/lib/status/range'
import type { Values } from './series'

/** A static drawing's own units. */
export const WIDTH = 1_000
/** Its height in the same units. */
export const HEIGHT = 100

/** A line through the values that are known, broken where one is not. A value alone is a dot. */
export function linePath(
  at: readonly number[],
  values: Values,
  { fromMs, toMs }: TimeRange,
  low: number,
  high: number,
): string {
  let path = ''
  let isOn = false
  values.forEach((value, i) => {
    const time = at[i]
    if (value === null || time === undefined) {
      isOn = false
      return
    }
    const x = (((time * 1000 - fromMs) / (toMs - fromMs)) * WIDTH).toFixed(1)
    const y = (HEIGHT - ((value - low) / (high - low)) * HEIGHT).toFixed(1)
    const isAlone = !isOn && (values[i + 1] ?? null) === null
    path += `${isOn ? 'L' : 'M'}${x} ${y}${isAlone ? 'h0' : ''}`
    isOn = true
  })
  return path
}
