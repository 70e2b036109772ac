/**
 * Work on an object shared by its readers: done once, aborted when the last reader leaves, restarted for the next. A reader
 * without a signal stays until it is done.
 */
export class SharedWork<Subject extends object, T> {
  readonly #works = new WeakMap<Subject, { result: Promise<T>; readers: number; stop: AbortController }>()

  /** A rejection reaches all who share the work and is not cached. @param left aborted when the reader has left */
  of(subject: Subject, work: (signal: AbortSignal) => Promise<T>, left?: AbortSignal): Promise<T> {
    if (left?.aborted) return Promise.reject(left.reason)
    const shared = this.#works.get(subject) ?? this.#begin(subject, work)
    shared.readers++
    const leave = () => {
      shared.readers--
      if (shared.readers === 0) shared.stop.abort()
    }
    left?.addEventListener('abort', leave, { once: true })
    const stay = () => left?.removeEventListener('abort', leave)
    shared.result.then(stay, stay)
    return shared.result
  }

  #begin(subject: Subject, work: (signal: AbortSignal) => Promise<T>) {
    const stop = new AbortController()
    const forget = () => {
      if (this.#works.get(subject) === shared) this.#works.delete(subject)
    }
    stop.signal.addEventListener('abort', forget, { once: true })
    const shared = { result: work(stop.signal), readers: 0, stop }
    shared.result.catch(forget)
    this.#works.set(subject, shared)
    return shared
  }
}
