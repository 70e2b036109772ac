/**
 * Query parameters as the framework hands them to a page. It gathers them in a plain object by their names, so that
 * `__proto__=…` gives that object another prototype, and a name that every object has (`constructor`) comes with what
 * the object had there already: only valuesOf() may read it.
 */
export type Search = Readonly<Record<string, unknown>>

/** The texts that a query gives for a parameter, in its order: none, one or, where it is repeated, several. */
export function valuesOf(search: Search, name: string): string[] {
  const value = Object.hasOwn(search, name) ? search[name] : undefined
  return [value].flat().filter((each) => typeof each === 'string')
}

/** A parameter's first text; null where it is absent or empty. */
export function firstOf(search: Search, name: string): string | null {
  return valuesOf(search, name)[0] || null
}

/** The parameters in the form in which pages get them. */
export function searchOf(searchParams: URLSearchParams): Search {
  const byName = new Map<string, string[]>()
  for (const [name, value] of searchParams) {
    const values = byName.get(name)
    if (values) values.push(value)
    else byName.set(name, [value])
  }
  return Object.fromEntries([...byName].map(([name, values]) => [name, values.length > 1 ? values : values[0]]))
}
