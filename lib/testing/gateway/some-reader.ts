import type { RequestClient } from '@/lib/platform/waiting-clients'

export class SomeReader implements RequestClient {
  readonly #controller = new AbortController()
  readonly left = this.#controller.signal

  constructor(readonly peer = 'somebody') {}

  leave(): void {
    this.#controller.abort()
  }
}
