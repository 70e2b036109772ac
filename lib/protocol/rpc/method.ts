import type { z } from 'zod'
import type { ListDefinition } from './list'

/**
 * How fast a result changes, which decides its caching (lib/upstream/cache/freshness.ts). `list`: with every slot; `head`: the
 * chain's newest rows; `deep`: rows that no new row can move; `final`: never. facts/reliability.md (b).
 */
export type Ageing = 'health' | 'slot' | 'list' | 'head' | 'deep' | 'final'

/** One operation of the interface. Interface part 4. */
export interface Method<Name extends string, P extends z.ZodObject, R extends z.ZodType, L = null> {
  readonly name: Name
  readonly params: P
  readonly result: R
  /** Param names in the order of Photon's positional form. facts/photon-wire.md 5. */
  readonly positions: readonly string[]
  /** True: `params` may be left out of the request. Interface 2.1. */
  readonly parameterless: boolean
  ageing(params: z.output<P>, result: z.output<R>): Ageing
  readonly list: L
}

type Definition<Name extends string, P extends z.ZodObject, R extends z.ZodType> = Pick<
  Method<Name, P, R>,
  'name' | 'params' | 'result' | 'ageing'
>

type RowOf<R extends z.ZodType> = z.output<R> extends { value: { items: readonly (infer Row)[] } } ? Row : never

/** Types, client, result checks, API route and queries derive from this value. */
export function defineMethod<const Name extends string, P extends z.ZodObject, R extends z.ZodType>(
  definition: Definition<Name, P, R> & { list: ListDefinition<z.output<P>, RowOf<R>> },
): Method<Name, P, R, ListDefinition<z.output<P>, RowOf<R>>>
export function defineMethod<const Name extends string, P extends z.ZodObject, R extends z.ZodType>(
  definition: Definition<Name, P, R>,
): Method<Name, P, R>
export function defineMethod<Name extends string, P extends z.ZodObject, R extends z.ZodType>(
  definition: Definition<Name, P, R> & { list?: ListDefinition<z.output<P>, RowOf<R>> },
): Method<Name, P, R, ListDefinition<z.output<P>, RowOf<R>> | null> {
  const positions = Object.keys(definition.params.shape)
  return { list: null, ...definition, positions, parameterless: positions.length === 0 }
}

/** Results this many slots below the newest no longer change, backfill aside. facts/reliability.md (b). */
const DEEP_SLOTS = 150

/** True if even the newest of these rows is too old for a reorg. */
export function areBeyondReorg({
  context,
  value,
}: {
  context: { slot: number }
  value: { items: readonly { slot: number }[] }
}) {
  const newest = value.items.reduce((slot, item) => Math.max(slot, item.slot), 0)
  return newest <= context.slot - DEEP_SLOTS
}
