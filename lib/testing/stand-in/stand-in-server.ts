import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { StandIn, type StandInData } from './stand-in'

export class StandInServer {
  readonly #standIns = new Map<string, StandIn>()
  readonly #server = http.createServer((request, response) => {
    const [, name = ''] = (request.url ?? '').split('/')
    const standIn = this.#standIns.get(name)
    if (standIn) standIn.receive(request, response)
    else response.writeHead(404).end()
  })

  add(name: string, data: Partial<StandInData>): StandIn {
    const standIn = new StandIn(data)
    standIn.mountedAt = `${this.url}/${name}`
    this.#standIns.set(name, standIn)
    return standIn
  }

  remove(name: string): void {
    this.#standIns.delete(name)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }
}
