/**
 * One value per process. Pages and route handlers are bundled apart, and development reloads modules: a variable of a
 * module would exist several times, with a probe and a cache each (style.md, "Nothing starts at import").
 */
export function processWide<T>(name: string, make: () => T): T {
  const key = Symbol.for(`leafscan.gateway.${name}`)
  const store = globalThis as unknown as Record<symbol, T | undefined>
  store[key] ??= make()
  return store[key]
}
