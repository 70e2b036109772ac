import type { z } from 'zod'
import type { List } from './list'

/**
 * How an answer ages, which decides how long it is given out from memory and kept by caches: the times stand in
 * lib/upstream/cache/freshness.ts. `list`: its rows change with every slot; `head`: the newest rows of the chain; `deep`:
 * rows that new ones no longer reach; `final`: nothing can be added to it. facts/reliability.md (b).
 */
export type Ageing = 'health' | 'slot' | 'list' | 'head' | 'deep' | 'final'

/** One operation of the interface: its name, what it is asked with and what it answers. Interface part 4. */
export interface Method<Name extends string, P extends z.ZodObject, R extends z.ZodType, L = null> {
  readonly name: Name
  readonly params: P
  readonly result: R
  /** Names of the params in the order of Photon's positional form. facts/photon-wire.md 5. */
  readonly positions: readonly string[]
  /** True where `params` may be left out of the request: operations without parameters. Interface 2.1. */
  readonly parameterless: boolean
  ageing(params: z.output<P>, result: z.output<R>): Ageing
  /** What it is as a list that comes in pages; null where it is none. */
  readonly list: L
}

interface Definition<Name extends string, P extends z.ZodType, R extends z.ZodType> {
  name: Name
  /** Its members in the order of Photon's positional form. */
  params: P
  result: R
  ageing(params: z.output<P>, result: z.output<R>): Ageing
}

type RowOf<R extends z.ZodType> = z.output<R> extends { value: { items: readonly (infer Row)[] } } ? Row : never

/** Declares an operation. Everything else (types, client, server check, route, query, list) derives from the value. */
export function defineMethod<const Name extends string, P extends z.ZodObject, R extends z.ZodType>(
  definition: Definition<Name, P, R> & { list: List<z.output<P>, RowOf<R>> },
): Method<Name, P, R, List<z.output<P>, RowOf<R>>>
export function defineMethod<const Name extends string, P extends z.ZodObject, R extends z.ZodType>(
  definition: Definition<Name, P, R>,
): Method<Name, P, R>
export function defineMethod<Name extends string, P extends z.ZodObject, R extends z.ZodType>(
  definition: Definition<Name, P, R> & { list?: List<z.output<P>, RowOf<R>> },
): Method<Name, P, R, List<z.output<P>, RowOf<R>> | null> {
  const positions = Object.keys(definition.params.shape)
  return { list: null, ...definition, positions, parameterless: positions.length === 0 }
}

/** Slots behind the newest beyond which an answer no longer changes, backfill aside. facts/reliability.md (b). */
const DEEP_SLOTS = 150

/** True where the newest of these rows lies so deep that no reorg reaches it. */
export function areDeep({
  context,
  value,
}: {
  context: { slot: number }
  value: { items: readonly { slot: number }[] }
}) {
  const newest = value.items.reduce((slot, item) => Math.max(slot, item.slot), 0)
  return newest <= context.slot - DEEP_SLOTS
}
