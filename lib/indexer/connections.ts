import type { Socket } from 'node:net'

/*
 * Who is connected, what each one holds of this process, and who has to go when it is too much. A connection that waits for
 * its client (to ask, to send on, to take its answer) costs nothing but room, and is given up for one that comes; so silence
 * keeps nobody out. Nobody goes while there is room.
 */

/** What connections may hold. */
export interface ConnectionLimits {
  /** Open connections. */
  connections: number
  /** Bytes of requests that have come and are not answered, of all connections together. */
  asked: number
  /** Bytes of answers that their clients have not taken, of all connections together. */
  untaken: number
}

/** As many connections as Photon has (facts/photon-wire.md 2), and of requests and answers six of the largest. Our choice. */
export const CONNECTION_LIMITS: ConnectionLimits = { connections: 1024, asked: 6 * 10_485_760, untaken: 6 * 10_485_760 }

/** A connection, and what it holds. */
interface Held {
  socket: Socket
  asked: number
  untaken: number
  /** True once an answer was taken whole. */
  wasAnswered: boolean
  /** True while its request is being answered, which waits for us and not for the client. */
  isAnswered: boolean
  /** True where there was no room for it, and nobody who waited. */
  isTooMany: boolean
}

function newlyHeld(socket: Socket): Held {
  return { socket, asked: 0, untaken: 0, wasAnswered: false, isAnswered: false, isTooMany: false }
}

/** The connections of a server. */
export class Connections {
  private readonly held = new Map<Socket, Held>()
  /** Those that wait for their clients, who was heard of longest ago first: never answered yet, and answered before. */
  private readonly strangers = new Set<Held>()
  private readonly known = new Set<Held>()
  private asked = 0
  private untaken = 0

  constructor(private readonly limits: ConnectionLimits) {}

  /** Takes in a new connection. Where there is no room one that waits gives way. */
  enter(socket: Socket): void {
    const held = newlyHeld(socket)
    this.held.set(socket, held)
    this.strangers.add(held)
    socket.once('close', () => this.leave(held))
    if (this.isCrowded() && !this.giveUp(held)) held.isTooMany = true
  }

  private isCrowded(): boolean {
    return this.held.size > this.limits.connections
  }

  /** What the connection asks next, from its first byte to the last of its answer. */
  exchange(socket: Socket): Exchange {
    // One that had to go may still have asked.
    const held = this.held.get(socket) ?? newlyHeld(socket)
    return {
      isTooMany: held.isTooMany && this.isCrowded(),
      hold: (bytes) => this.hold(held, bytes),
      answer: () => this.answer(held),
      give: (bytes) => this.give(held, bytes),
      taken: (bytes) => this.taken(held, bytes),
      end: () => this.end(held),
    }
  }

  private hold(held: Held, bytes: number): boolean {
    if (!this.held.has(held.socket)) return false
    held.asked += bytes
    this.asked += bytes
    this.heardOf(held)
    while (this.asked > this.limits.asked) if (!this.giveUp(held, ({ asked }) => asked > 0)) return false
    return true
  }

  private answer(held: Held): void {
    held.isAnswered = true
    this.heardOf(held)
  }

  private give(held: Held, bytes: number): void {
    if (!this.held.has(held.socket)) return
    this.forget(held, 'asked')
    held.isAnswered = false
    held.untaken += bytes
    this.untaken += bytes
    this.heardOf(held)
    // It may be the one itself that goes: a client that asks on and takes nothing.
    while (this.untaken > this.limits.untaken) if (!this.giveUp(null, ({ untaken }) => untaken > 0)) return
  }

  private taken(held: Held, bytes: number): void {
    const less = Math.min(bytes, held.untaken)
    held.untaken -= less
    this.untaken -= less
    this.heardOf(held)
  }

  private end(held: Held): void {
    this.forget(held, 'asked')
    this.forget(held, 'untaken')
    held.isAnswered = false
    held.wasAnswered = true
    this.heardOf(held)
  }

  private forget(held: Held, what: 'asked' | 'untaken'): void {
    this[what] -= held[what]
    held[what] = 0
  }

  /** Puts it behind all others that wait; one that is being answered waits for nobody. */
  private heardOf(held: Held): void {
    this.strangers.delete(held)
    this.known.delete(held)
    if (held.isAnswered || !this.held.has(held.socket)) return
    const isIdle = held.wasAnswered && held.asked === 0 && held.untaken === 0
    if (isIdle) this.known.add(held)
    else this.strangers.add(held)
  }

  /** Ends the connection that has waited longest, but not that one; false where none does. */
  private giveUp(not: Held | null, which: (held: Held) => boolean = () => true): boolean {
    for (const waiting of [this.strangers, this.known]) {
      for (const held of waiting) {
        if (held === not || !which(held)) continue
        this.leave(held)
        held.socket.destroy()
        return true
      }
    }
    return false
  }

  private leave(held: Held): void {
    if (!this.held.delete(held.socket)) return
    this.strangers.delete(held)
    this.known.delete(held)
    this.forget(held, 'asked')
    this.forget(held, 'untaken')
  }
}

/** One request and its answer, as its connection is told of them. */
export interface Exchange {
  /** True where more are connected than may be, and all of them are being answered. */
  readonly isTooMany: boolean
  /** So many bytes of the request have come; false: there is no room for them. */
  hold(bytes: number): boolean
  /** The request is whole: its client waits for us. */
  answer(): void
  /** The answer is there, of so many bytes: now we wait for the client. */
  give(bytes: number): void
  /** The client has taken so many bytes of the answer. */
  taken(bytes: number): void
  /** It is over. */
  end(): void
}
