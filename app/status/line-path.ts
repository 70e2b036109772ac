import type { TimeRange } from '@/lib/status/range'
import type { Values } from './series'

export const WIDTH = 1_000
export const HEIGHT = 100

/** Breaks at null; a single value is a dot. */
export function linePath(at: readonly number[], values: Values, { fromMs, toMs }: TimeRange, highest: number): string {
  let path = ''
  let isOn = false
  values.forEach((value, i) => {
    const time = at[i]
    if (value === null || time === undefined) {
      isOn = false
      return
    }
    const x = (((time * 1000 - fromMs) / (toMs - fromMs)) * WIDTH).toFixed(1)
    const y = (HEIGHT - (value / highest) * HEIGHT).toFixed(1)
    const isAlone = !isOn && (values[i + 1] ?? null) === null
    path += `${isOn ? 'L' : 'M'}${x} ${y}${isAlone ? 'h0' : ''}`
    isOn = true
  })
  return path
}
