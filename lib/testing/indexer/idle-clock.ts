import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '@/lib/platform/clock'
import { BEGINNING } from '../clock'

/* Stops while there is work and jumps to the next wake-up once there is none: event order does not depend on the machine. */

interface Exchange {
  isOf(received: IncomingMessage): boolean
}

/** Undici's diagnostics channel. https://nodejs.org/api/diagnostics_channel.html */
interface FetchMessage {
  request: { origin: string; addHeader(name: string, value: string): void }
}

/** Numbers the requests of fetch, so that a server can name the one that it holds back. */
const NUMBER = 'x-exchange'

/** By origin: a process may hold thousands of other tests' requests. */
const underWay = new Map<string, Map<object, Exchange>>()

const listeners = new Set<() => void>()

let lastNumber = 0
let listening = false

/** Once per process and only when such a clock exists: it changes requests of fetch. */
function listen(): void {
  if (listening) return
  listening = true
  subscribe('undici:request:create', (message) => {
    const { request } = message as FetchMessage
    const number = String(++lastNumber)
    request.addHeader(NUMBER, number)
    begun(request.origin, request, { isOf: ({ headers }) => headers[NUMBER] === number })
  })
  for (const end of ['undici:request:trailers', 'undici:request:error']) {
    subscribe(end, (message) => {
      const { request } = message as FetchMessage
      ended(request.origin, request)
    })
  }
  // Node's own client publishes a request too late for a header: its connection's ports identify it.
  subscribe('http.client.request.start', (message) => {
    const { request } = message as { request: ClientRequest }
    const origin = `${request.protocol}//${request.getHeader('host')}`
    begun(origin, request, { isOf: (received) => isSameConnection(request.socket, received.socket) })
    request.on('close', () => ended(origin, request))
  })
}

/** Compare both ports: connections to two servers may share the client's. A closed connection has none. */
function isSameConnection(client: Socket | null, server: Socket): boolean {
  return (
    server.remotePort !== undefined && client?.localPort === server.remotePort && client.remotePort === server.localPort
  )
}

function begun(origin: string, request: object, exchange: Exchange): void {
  const requests = underWay.get(origin) ?? new Map()
  underWay.set(origin, requests.set(request, exchange))
}

function ended(origin: string, request: object): void {
  underWay.get(origin)?.delete(request)
  for (const listener of listeners) listener()
}

/** Event-loop turns without an event before the time jumps: reading an answer and sending the next request take one or two. */
const SETTLED = 5

interface Sleeper {
  due: number
  call(): void
}

export class IdleClock implements Clock {
  private time = 0
  private readonly sleepers = new Set<Sleeper>()
  private readonly origins = new Set<string>()
  private readonly held = new Set<Exchange>()
  private scheduled = false
  private calm = 0
  private stirredAt = 0
  private readonly stirred = () => this.stir()

  /** @param quietMs real milliseconds without an event before the time jumps: for disks and threads */
  constructor(private readonly quietMs = 0) {
    listen()
  }

  monotonic(): number {
    return this.time
  }

  wall(): number {
    return BEGINNING + this.time
  }

  after(ms: number, call: () => void): () => void {
    const sleeper = { due: this.time + Math.max(0, ms), call }
    this.sleepers.add(sleeper)
    listeners.add(this.stirred)
    this.stir()
    return () => this.drop(sleeper)
  }

  watch(url: string): void {
    this.origins.add(new URL(url).origin)
  }

  async hold(request: IncomingMessage, wait: Promise<unknown>): Promise<void> {
    const exchange = this.underWay().find(({ isOf }) => isOf(request))
    if (exchange) this.held.add(exchange)
    this.stir()
    try {
      await wait
    } finally {
      if (exchange) this.held.delete(exchange)
    }
  }

  private drop(sleeper: Sleeper): void {
    this.sleepers.delete(sleeper)
    if (this.sleepers.size === 0) listeners.delete(this.stirred)
  }

  private stir(): void {
    this.calm = 0
    this.stirredAt = performance.now()
    if (this.scheduled) return
    this.scheduled = true
    setImmediate(() => this.jumpIfIdle())
  }

  private jumpIfIdle(): void {
    this.scheduled = false
    // The end of an exchange calls stir(), which schedules this again.
    if (this.sleepers.size === 0 || this.isBusy()) return
    if (++this.calm < SETTLED) {
      this.scheduled = true
      setImmediate(() => this.jumpIfIdle())
      return
    }
    const left = this.stirredAt + this.quietMs - performance.now()
    if (left > 0) {
      this.scheduled = true
      setTimeout(() => this.jumpIfIdle(), left)
      return
    }
    let next: Sleeper | undefined
    for (const sleeper of this.sleepers) if (!next || sleeper.due < next.due) next = sleeper
    if (!next) return
    this.time = Math.max(this.time, next.due)
    this.drop(next)
    next.call()
    this.stir()
  }

  private isBusy(): boolean {
    return this.underWay().some((exchange) => !this.held.has(exchange))
  }

  private underWay(): Exchange[] {
    return [...this.origins].flatMap((origin) => [...(underWay.get(origin)?.values() ?? [])])
  }
}
