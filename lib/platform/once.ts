export interface Once<T> {
  (): T
  existing(): T | undefined
}

// The server and Next.js's pages, handlers, proxy and instrumentation are separate bundles, each with a copy of this module.
const KEY = Symbol.for('leafscan.once')
const process_ = globalThis as { [KEY]?: Map<string, unknown> }
process_[KEY] ??= new Map()
const values = process_[KEY]

/** @param name unique: scripts/check-imports.mjs checks that. All bundles share the value. */
export function once<T>(name: string, make: () => T): Once<T> {
  const get = () => {
    if (!values.has(name)) values.set(name, make())
    return values.get(name) as T
  }
  return Object.assign(get, { existing: () => values.get(name) as T | undefined })
}

export function hasOnceValues(): boolean {
  return values.size > 0
}

export function forgetOnceValues(kept: readonly string[] = []): void {
  for (const name of values.keys()) if (!kept.includes(name)) values.delete(name)
}
