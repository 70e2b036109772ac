import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Clock } from '@/lib/clock'
import { BEGINNING } from '../clock'

/*
 * Time for tests in which real exchanges over loopback and waiting take turns. It stands still while there is work, and
 * jumps to the next moment that somebody sleeps until as soon as there is none: a pause of seconds takes no time, no time
 * passes while an answer is on its way, and a slow machine sees the same order of events as a fast one.
 */

/** What undici publishes about a request of fetch. https://nodejs.org/api/diagnostics_channel.html and undici's documentation. */
interface FetchMessage {
  request: { origin: string; addHeader(name: string, value: string): void }
}

/** Carried by each request, so that whoever serves it can say which one it holds. */
const NUMBER = 'x-exchange'

/** Exchanges of this process that have begun and not ended, with their numbers. */
const underWay = new Map<FetchMessage['request'], string>()

/** Called when one of them has ended. */
const listeners = new Set<() => void>()

let lastNumber = 0
let listening = false

/** Once for the process, and not before somebody has such a clock: requests are changed by it. */
function listen(): void {
  if (listening) return
  listening = true
  subscribe('undici:request:create', (message) => {
    const { request } = message as FetchMessage
    const number = String(++lastNumber)
    request.addHeader(NUMBER, number)
    underWay.set(request, number)
  })
  for (const end of ['undici:request:trailers', 'undici:request:error']) {
    subscribe(end, (message) => {
      underWay.delete((message as FetchMessage).request)
      for (const listener of listeners) listener()
    })
  }
}

/**
 * Turns of the event loop without an event before the time jumps: what an answer leads to (reading it, asking the next
 * question, going to sleep) takes one or two.
 */
const SETTLED = 5

interface Sleeper {
  due: number
  call(): void
}

/** A clock that jumps when everybody sleeps. */
export class IdleClock implements Clock {
  private time = 0
  /** In the order of their going to sleep. */
  private readonly sleepers = new Set<Sleeper>()
  private readonly origins = new Set<string>()
  /** Numbers of exchanges whose answers are held back on purpose. */
  private readonly held = new Set<string>()
  private scheduled = false
  private calm = 0
  private readonly stirred = () => this.stir()

  constructor() {
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

  /** No time passes while an exchange with this server is under way. */
  watch(url: string): void {
    this.origins.add(new URL(url).origin)
  }

  /** Time passes although this request is not answered: it is held back until `wait` settles. */
  async hold(request: IncomingMessage, wait: Promise<unknown>): Promise<void> {
    const number = String(request.headers[NUMBER])
    this.held.add(number)
    this.stir()
    try {
      await wait
    } finally {
      this.held.delete(number)
    }
  }

  private drop(sleeper: Sleeper): void {
    this.sleepers.delete(sleeper)
    if (this.sleepers.size === 0) listeners.delete(this.stirred)
  }

  private stir(): void {
    this.calm = 0
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
    let next: Sleeper | undefined
    for (const sleeper of this.sleepers) if (!next || sleeper.due < next.due) next = sleeper
    if (!next) return
    this.time = Math.max(this.time, next.due)
    this.drop(next)
    next.call()
    this.stir()
  }

  private isBusy(): boolean {
    for (const [{ origin }, number] of underWay) if (this.origins.has(origin) && !this.held.has(number)) return true
    return false
  }
}
