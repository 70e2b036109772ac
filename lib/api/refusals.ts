import 'server-only'
import { once } from '../platform/once'
import { methods } from '../protocol/rpc/methods'

const OTHERS = ['cluster', 'format', 'from', 'points', 'proof', 'samples', 'strict', 'to']

/** Parameters with a metric series of their own: clients can send any other name. */
const COUNTED_PARAMS = new Set([
  ...Object.values(methods).flatMap(({ params }) => Object.keys(params.shape)),
  ...OTHERS,
])

export const refusalCounts = once('refusals', () => new Map<string, { route: string; param: string; count: number }>())

export function countRefusal(route: string, name: string): void {
  const param = COUNTED_PARAMS.has(name) ? name : 'other'
  const key = `${param} ${route}`
  const known = refusalCounts().get(key) ?? { route, param, count: 0 }
  known.count++
  refusalCounts().set(key, known)
}
