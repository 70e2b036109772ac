import type { z } from 'zod'
import type { List } from './list'

/** One operation of the interface: its name, what it is asked with and what it answers. Interface part 4. */
export interface Method<Name extends string, P extends z.ZodObject, R extends z.ZodType, L = null> {
  readonly name: Name
  readonly params: P
  readonly result: R
  /** True where `params` may be left out of the request: operations without parameters. Interface 2.1. */
  readonly parameterless: boolean
  /** What it is as a list that comes in pages; null where it is none. */
  readonly list: L
}

interface Definition<Name extends string, P, R> {
  name: Name
  params: P
  result: R
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
  const parameterless = Object.keys(definition.params.shape).length === 0
  return { list: null, ...definition, parameterless }
}
