/** A value that is made at the first call, and is the same one from then on. */
export interface Once<T> {
  (): T
  /** The value if it has been made; undefined otherwise. */
  existing(): T | undefined
}

// The server and Next.js's pages, route handlers, proxy and instrumentation are bundles of their own, each with a copy of this
// module.
const KEY = Symbol.for('leafscan.once')
const process_ = globalThis as { [KEY]?: Map<string, unknown> }
process_[KEY] ??= new Map()
const values = process_[KEY]

/**
 * One value of a process, made at the first call: nothing starts at import. All bundles share it, by its name. A module that
 * is loaded again, as in development, finds the value that was made first, even if `make` has changed.
 * @param name unique; scripts/check-imports.mjs checks that.
 */
export function once<T>(name: string, make: () => T): Once<T> {
  const get = () => {
    if (!values.has(name)) values.set(name, make())
    return values.get(name) as T
  }
  return Object.assign(get, { existing: () => values.get(name) as T | undefined })
}

/** For tests: whether any value has been made. */
export function hasValues(): boolean {
  return values.size > 0
}

/** For tests: every value will be made again, but those of these names. */
export function forgetValues(kept: readonly string[] = []): void {
  for (const name of values.keys()) if (!kept.includes(name)) values.delete(name)
}
