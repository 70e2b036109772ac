import 'server-only'
import { once } from '../platform/once'
import { methods } from '../protocol/rpc/methods'

const OTHERS = ['cluster', 'format', 'from', 'points', 'proof', 'samples', 'strict', 'to']

/** Names with their own series; clients make up others without bound. */
const KNOWN = new Set([...Object.values(methods).flatMap(({ params }) => Object.keys(params.shape)), ...OTHERS])

export const refusals = once('refusals', () => new Map<string, { route: string; param: string; count: number }>())

export function countRefusal(route: string, name: string): void {
  const param = KNOWN.has(name) ? name : 'other'
  const key = `${param} ${route}`
  const known = refusals().get(key) ?? { route, param, count: 0 }
  known.count++
  refusals().set(key, known)
}
