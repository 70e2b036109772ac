import type { z } from 'zod'

/** One operation of the interface: its name, what it is asked with and what it answers. Interface part 4. */
export interface Method<Name extends string, P extends z.ZodObject, R extends z.ZodType> {
  readonly name: Name
  readonly params: P
  readonly result: R
  /** True where `params` may be left out of the request: operations without parameters. Interface 2.1. */
  readonly parameterless: boolean
}

/** Declares an operation. Everything else (types, client, server check, route, query) derives from the value. */
export function defineMethod<const Name extends string, P extends z.ZodObject, R extends z.ZodType>(definition: {
  name: Name
  params: P
  result: R
}): Method<Name, P, R> {
  return { ...definition, parameterless: Object.keys(definition.params.shape).length === 0 }
}
