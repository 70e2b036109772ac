import type { Reader } from '@/lib/platform/reader'

/** A reader who waits until the test lets them leave. */
export class SomeReader implements Reader {
  readonly #controller = new AbortController()
  readonly left = this.#controller.signal

  constructor(readonly peer = 'somebody') {}

  leave(): void {
    this.#controller.abort()
  }
}
