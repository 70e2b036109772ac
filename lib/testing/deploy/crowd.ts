import http from 'node:http'
import { type Reply, request } from './request'

export interface Met {
  answers: number
  failures: string[]
  did: Map<string, number>
  seconds: number
}

export class Crowd {
  readonly #met = { answers: 0, failures: [] as string[], did: new Map<string, number>() }
  readonly #began = performance.now()
  readonly #readers: Promise<void>[]
  readonly #agent = new http.Agent({ keepAlive: true })
  #over = false

  constructor(url: string, readers: number, path: (n: number) => string) {
    let n = 0
    this.#readers = Array.from({ length: readers }, async (_, reader) => {
      while (!this.#over) {
        // As an outer proxy sends it: limits are per address, so each sends 40 requests at most.
        const headers = {
          'x-forwarded-for': `10.${reader}.${Math.floor(n / 10_000) % 256}.${Math.floor(n / 40) % 256}`,
        }
        await request(url, path(n++), { headers, agent: this.#agent }).then(
          (reply) => this.#receive(reply),
          (error: Error) => this.#met.failures.push(error.message),
        )
      }
    })
  }

  get answers(): number {
    return this.#met.answers
  }

  async stop(): Promise<Met> {
    this.#over = true
    await Promise.all(this.#readers)
    this.#agent.destroy()
    return { ...this.#met, seconds: Math.ceil((performance.now() - this.#began) / 1000) }
  }

  #receive({ status, headers, body }: Reply): void {
    if (status !== 200) {
      this.#met.failures.push(`${status}: ${body.toString().slice(0, 200)}`)
      return
    }
    this.#met.answers++
    const last =
      String(headers['cache-status'])
        .split(', ')
        .at(-1)
        ?.replace(/^\w+; /, '') ?? ''
    this.#met.did.set(last, (this.#met.did.get(last) ?? 0) + 1)
  }
}
