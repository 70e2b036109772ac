import type { Socket } from 'node:net'
import type { Clock } from '../../platform/clock'

/* A client that keeps the server waiting gives way to others: it can neither block them nor fill the memory. */

export interface ConnectionLimits {
  connections: number
  /** Bytes of all bodies and answers together. */
  bytes: number
  /** Milliseconds to send a request or read an answer before a client may have to give way. */
  graceMs: number
}

/** 1,024 connections as in Photon (facts/photon-wire.md 2); bytes of six of the largest answers. */
export const CONNECTION_LIMITS: ConnectionLimits = { connections: 1024, bytes: 64 * 2 ** 20, graceMs: 2_000 }

/** Approximate memory of a request besides body and answer. */
export const EXCHANGE_BYTES = 16_384

interface ClientConnection {
  readonly socket: Socket
  readonly exchanges: Set<Exchange>
  /** When it last began to keep the server waiting. */
  waitsSince: number
  isExtra: boolean
  isCut: boolean
  last: Promise<void>
}

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

  /** Resolves when the connection's earlier requests are answered and read. */
  inTurn(): Promise<void> {
    return this.before
  }

  hold(bytes: number): void {
    if (this.connection.isCut) return
    this.bytes += bytes
    this.connections.addBytes(bytes)
  }

  /** The request is complete: the client waits for the server. */
  beginWork(): void {
    this.working = true
  }

  /** Only the answer is still kept; the server waits for the client. */
  beginAnswer(bytes: number): void {
    this.letGo()
    this.working = false
    this.connections.nowWaits(this.connection)
    this.hold(EXCHANGE_BYTES + bytes)
  }

  end(): void {
    this.letGo()
    this.connection.exchanges.delete(this)
    this.connections.nowWaits(this.connection)
    this.ended()
  }

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

export class Connections {
  private readonly open = new Map<Socket, ClientConnection>()
  private bytes = 0

  constructor(
    private readonly clock: Clock,
    private readonly limits: ConnectionLimits = CONNECTION_LIMITS,
  ) {}

  get now(): { connections: number; bytes: number } {
    return { connections: this.open.size, bytes: this.bytes }
  }

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

  /** False if all other clients wait for the server, or are within their grace. */
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
