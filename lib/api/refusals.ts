import 'server-only'
import { once } from '../platform/once'
import { methods } from '../protocol/rpc/methods'

/** Parameters of the API beside those of the operations. design.md 4.4. */
const OTHERS = ['cluster', 'format', 'from', 'points', 'proof', 'samples', 'strict', 'to']

/** Names that have a series of their own; readers make up others. */
const KNOWN = new Set([...Object.values(methods).flatMap(({ params }) => Object.keys(params.shape)), ...OTHERS])

/** How often a parameter of a route was refused. */
export interface RefusalCount {
  route: string
  param: string
  count: number
}

/** Parameters that were refused, by route and name. facts/reliability.md (f). */
export const refusals = once('refusals', () => new Map<string, RefusalCount>())

/** @param route from a bounded list. */
export function countRefusal(route: string, name: string): void {
  const param = KNOWN.has(name) ? name : 'other'
  const key = `${param} ${route}`
  const known = refusals().get(key) ?? { route, param, count: 0 }
  known.count++
  refusals().set(key, known)
}
