import 'server-only'
import type { ZodType } from 'zod'
import { MAX_NAMED } from '../../api/operation-params'
import { invalidParams, ProblemError } from '../../api/problem'
import { readSlot, SLOT_RULE } from '../../protocol/rpc/slot-text'
import { type Network, networkNamed, networkNames, siteUrl } from './networks'

/** Removes `cluster` from the query. @param others values allowed besides network names @throws ProblemError invalid_params */
export function takeNetwork(search: URLSearchParams, others: readonly string[] = []): Network {
  const [name, second] = search.getAll('cluster')
  search.delete('cluster')
  const network = second === undefined ? networkNamed(name) : null
  if (network) return network
  const allowed = `must be one of ${[...networkNames(), ...others].join(', ')}`
  const message = second === undefined ? allowed : 'must be given once'
  throw new ProblemError(invalidParams([{ name: 'cluster', message }]))
}

/** @param taken removed from the query before, only to be named */
export function refuseOtherParams(
  search: URLSearchParams,
  allowed: readonly string[],
  taken: readonly string[] = [],
): void {
  const names = [...taken, ...allowed, 'cluster'].join(', ')
  const invalid = [...new Set(search.keys())].flatMap((name) => {
    if (!allowed.includes(name)) return [{ name, message: `is not a parameter of this address; allowed: ${names}` }]
    return search.getAll(name).length > 1 ? [{ name, message: 'must be given once' }] : []
  })
  if (invalid.length > 0) throw new ProblemError(invalidParams(invalid.slice(0, MAX_NAMED)))
}

export function takeMinSlot(search: URLSearchParams): number | null {
  const [text, second] = search.getAll('minSlot')
  search.delete('minSlot')
  if (text === undefined) return null
  const slot = second === undefined ? readSlot(text) : null
  if (slot !== null) return slot
  const message = second === undefined ? SLOT_RULE : 'must be given once'
  throw new ProblemError(invalidParams([{ name: 'minSlot', message }]))
}

/** false: omit the file's comments. @throws ProblemError invalid_params */
export function takeComments(search: URLSearchParams): boolean {
  return !search.has('comments') || takeOneOf(search, 'comments', ['true', 'false']) === 'true'
}

export function takeOneOf<Word extends string>(search: URLSearchParams, name: string, words: readonly Word[]): Word {
  const [given, second] = search.getAll(name)
  search.delete(name)
  const word = words.find((known) => known === given)
  if (word !== undefined && second === undefined) return word
  throw new ProblemError(invalidParams([{ name, message: `must be one of ${words.join(', ')}` }]))
}

export function takeScalar<T>(search: URLSearchParams, name: string, schema: ZodType<T>): T {
  const [given, second] = search.getAll(name)
  search.delete(name)
  const read = schema.safeParse(given)
  if (read.success && second === undefined) return read.data
  const message = second === undefined ? (read.error?.issues[0]?.message ?? 'is malformed') : 'must be given once'
  throw new ProblemError(invalidParams([{ name, message }]))
}

export function siteContext(search: URLSearchParams): { network: Network; cluster: string | undefined; site: string } {
  const network = takeNetwork(search)
  refuseOtherParams(search, [])
  return { network, cluster: network.isDefault ? undefined : network.name, site: siteUrl() }
}
