import type { Socket } from 'node:net'
import type { Clock } from '../../platform/clock'

/*
 * Who is connected, and what is kept for whom. A client that lets us wait gives way to others: it can neither keep them out
 * by its number nor fill the memory with what it does not send to the end or does not read.
 */

/** Bounds of what is kept for clients. */
export interface Limits {
  /** Open connections above which room is made, or requests are turned away. */
  connections: number
  /** Bytes of bodies and answers that are kept for all of them together. */
  bytes: number
  /** Milliseconds that a client may take to send a request or to read an answer before it may have to give way. */
  graceMs: number
}

/**
 * The bounds of the embedded indexer. 1,024 connections are Photon's own limit (facts/photon-wire.md 2); the bytes are those of
 * six of the largest answers, which take several times as much memory on their way.
 */
export const LIMITS: Limits = { connections: 1024, bytes: 64 * 2 ** 20, graceMs: 2_000 }

/** What a request takes in memory besides its body and its answer, roughly. */
export const EXCHANGE_BYTES = 16_384

interface ClientConnection {
  readonly socket: Socket
  readonly exchanges: Set<Exchange>
  /** When it last began to wait: for a request, for the rest of one, or for an answer to be read. */
  waitsSince: number
  /** True where it came when there was no room. */
  isExtra: boolean
  isCut: boolean
  /** The end of the last request so far. */
  last: Promise<void>
}

/** A request on its way in, its work, its answer on the way out. */
export class Exchange {
  private bytes = 0
  private working = false
  private ended = () => {}
  private readonly before: Promise<void>

  constructor(
    private readonly connections: Connections,
    private readonly connection: ClientConnection,
  ) {
    this.before = connection.last
    connection.last = new Promise((resolve) => {
      this.ended = resolve
    })
    connection.exchanges.add(this)
    this.hold(EXCHANGE_BYTES)
  }

  /**
   * Resolves when the connection's earlier requests are answered and read. A client that sends many at once waits only
   * behind itself.
   */
  inTurn(): Promise<void> {
    return this.before
  }

  /** Keeps more bytes for it. */
  hold(bytes: number): void {
    if (this.connection.isCut) return
    this.bytes += bytes
    this.connections.addBytes(bytes)
  }

  /** All of the request is there: the client waits for us from now on. */
  beginWork(): void {
    this.working = true
  }

  /** The answer goes out: nothing else is kept any more, and we wait for the client. */
  beginAnswer(bytes: number): void {
    this.letGo()
    this.working = false
    this.connections.nowWaits(this.connection)
    this.hold(EXCHANGE_BYTES + bytes)
  }

  /** The answer was read, or the connection is gone. */
  end(): void {
    this.letGo()
    this.connection.exchanges.delete(this)
    this.connections.nowWaits(this.connection)
    this.ended()
  }

  /** True while the client waits for us. */
  get isWorking(): boolean {
    return this.working
  }

  get bytesHeld(): number {
    return this.bytes
  }

  private letGo(): void {
    if (!this.connection.isCut) this.connections.removeBytes(this.bytes)
    this.bytes = 0
  }
}

/** Open connections and the bytes kept for them: a client that keeps us waiting gives way to a new one. */
export class Connections {
  private readonly open = new Map<Socket, ClientConnection>()
  private bytes = 0

  constructor(
    private readonly clock: Clock,
    private readonly limits: Limits = LIMITS,
  ) {}

  /** Open ones, and the bytes kept for them. */
  get now(): { connections: number; bytes: number } {
    return { connections: this.open.size, bytes: this.bytes }
  }

  /** A new one, for which others give way. */
  add(socket: Socket): void {
    const connection: ClientConnection = {
      socket,
      exchanges: new Set(),
      waitsSince: this.clock.monotonic(),
      isExtra: false,
      isCut: false,
      last: Promise.resolve(),
    }
    this.open.set(socket, connection)
    connection.isExtra = !this.makeRoom(connection)
    socket.once('close', () => this.forget(connection))
  }

  /** A request on it; null: there is no room for this one. */
  begin(socket: Socket): Exchange | null {
    const connection = this.open.get(socket)
    if (!connection || (connection.isExtra && !this.makeRoom(connection))) return null
    connection.isExtra = false
    if (connection.exchanges.size === 0) this.nowWaits(connection)
    return new Exchange(this, connection)
  }

  nowWaits(connection: ClientConnection): void {
    connection.waitsSince = this.clock.monotonic()
  }

  addBytes(bytes: number): void {
    this.bytes += bytes
    while (this.bytes > this.limits.bytes) {
      const worst = this.longestWaiting((connection) => bytesHeldBy(connection) > 0) ?? this.largest()
      if (!worst) return
      this.cut(worst)
    }
  }

  removeBytes(bytes: number): void {
    this.bytes -= bytes
  }

  /** False where everybody else is waiting for us, or has not been waited for long. */
  private makeRoom(newest: ClientConnection): boolean {
    if (this.open.size <= this.limits.connections) return true
    const longAgo = this.clock.monotonic() - this.limits.graceMs
    const gives =
      this.longestWaiting((connection) => connection !== newest && connection.exchanges.size === 0) ??
      this.longestWaiting((connection) => connection !== newest && connection.waitsSince <= longAgo)
    if (!gives) return false
    this.cut(gives)
    return true
  }

  /** Of those who let us wait and are meant. */
  private longestWaiting(isMeant: (connection: ClientConnection) => boolean): ClientConnection | null {
    let longest: ClientConnection | null = null
    for (const connection of this.open.values()) {
      if (isWaitedFor(connection) && isMeant(connection) && connection.waitsSince < (longest?.waitsSince ?? Infinity)) {
        longest = connection
      }
    }
    return longest
  }

  private largest(): ClientConnection | null {
    let largest: ClientConnection | null = null
    for (const connection of this.open.values()) {
      if (bytesHeldBy(connection) > (largest ? bytesHeldBy(largest) : 0)) largest = connection
    }
    return largest
  }

  private cut(connection: ClientConnection): void {
    this.forget(connection)
    connection.socket.destroy()
  }

  private forget(connection: ClientConnection): void {
    if (connection.isCut) return
    this.bytes -= bytesHeldBy(connection)
    connection.isCut = true
    this.open.delete(connection.socket)
  }
}

function isWaitedFor({ exchanges }: ClientConnection): boolean {
  for (const exchange of exchanges) if (exchange.isWorking) return false
  return true
}

function bytesHeldBy({ exchanges }: ClientConnection): number {
  let bytes = 0
  for (const exchange of exchanges) bytes += exchange.bytesHeld
  return bytes
}
