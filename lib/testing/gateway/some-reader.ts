import type { Reader } from '@/lib/platform/reader'

export class SomeReader implements Reader {
  readonly #controller = new AbortController()
  readonly left = this.#controller.signal

  constructor(readonly peer = 'somebody') {}

  leave(): void {
    this.#controller.abort()
  }
}
