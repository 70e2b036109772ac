/** A value that is made at the first call, and is the same one from then on. */
export interface Once<T> {
  (): T
  /** The value if it has been made; makes nothing. */
  made(): T | undefined
}

const made = new Map<object, unknown>()

/**
 * One value of a process, made when it is first asked for: nothing starts at import. The server is one bundle,
 * so a module of it exists once. Tests let go of all values between two of them.
 */
export function once<T>(make: () => T): Once<T> {
  const get = () => {
    if (!made.has(make)) made.set(make, make())
    return made.get(make) as T
  }
  return Object.assign(get, { made: () => made.get(make) as T | undefined })
}

/** For tests: whether any value has been made. */
export function anythingMade(): boolean {
  return made.size > 0
}

/** For tests: from now on every value is made anew. */
export function forgetMade(): void {
  made.clear()
}
