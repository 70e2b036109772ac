/** A value that is made at the first call, and is the same one from then on. */
export interface Once<T> {
  (): T
  /** The value if it has been made; undefined otherwise. */
  existing(): T | undefined
}

const values = new Map<object, unknown>()

/**
 * One value of a process, made at the first call: nothing starts at import. The server is one bundle,
 * so a module of it exists once. Tests let go of all values between two of them.
 */
export function once<T>(make: () => T): Once<T> {
  const get = () => {
    if (!values.has(make)) values.set(make, make())
    return values.get(make) as T
  }
  return Object.assign(get, { existing: () => values.get(make) as T | undefined })
}

/** For tests: whether any value has been made. */
export function hasValues(): boolean {
  return values.size > 0
}

/** For tests: every value will be made again. */
export function forgetValues(): void {
  values.clear()
}
