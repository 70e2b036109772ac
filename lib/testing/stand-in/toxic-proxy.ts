import net, { type AddressInfo, type Socket } from 'node:net'
import { clock, inTime } from '@/lib/platform/clock'
import type { Link, Piece, Toxic } from './toxics'

/** Bytes buffered before the proxy stops reading. */
const MAX_WAITING = 1024 * 1024

export class ToxicProxy {
  /** Towards the client. Applies to new connections. */
  downstream: Toxic[] = []
  upstream: Toxic[] = []
  connections = 0
  bytesDown = 0
  readonly #server: net.Server
  readonly #open = new Set<Connection>()
  #port = 0

  constructor(targetPort: number) {
    this.#server = net.createServer((client) => {
      this.connections++
      const server = net.connect(targetPort, '127.0.0.1')
      const connection = new Connection(client, server)
      this.#open.add(connection)
      void connection.ended.then(() => this.#open.delete(connection))
      void connection.carry(server, client, this.downstream, (bytes) => {
        this.bytesDown += bytes
      })
      void connection.carry(client, server, this.upstream)
    })
  }

  get port(): number {
    return this.#port
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  get openConnections(): number {
    return this.#open.size
  }

  async up(): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(this.#port, '127.0.0.1', () => resolve())
    })
    this.#port = (this.#server.address() as AddressInfo).port
    return this
  }

  async down(): Promise<void> {
    if (!this.#server.listening) return
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.drop()
    await closed
  }

  drop(): void {
    for (const connection of this.#open) connection.reset()
  }
}

class Connection implements Link {
  readonly ended: Promise<void>
  #end: () => void = () => {}

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
  ) {
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
    for (const socket of [client, server]) socket.on('error', () => this.reset())
    // A leaving client ends both sides; a leaving server reaches the client through the toxics.
    client.on('close', () => this.close())
  }

  close(): void {
    this.#end()
    this.client.end()
    this.client.destroySoon()
    this.server.destroy()
  }

  reset(): void {
    this.#end()
    this.client.resetAndDestroy()
    this.server.resetAndDestroy()
  }

  async pause(ms: number): Promise<void> {
    if (ms <= 0) return
    await inTime(this.ended, ms)
  }

  async carry(from: Socket, to: Socket, toxics: readonly Toxic[], count: (bytes: number) => void = () => {}) {
    const through = toxics.reduce<AsyncIterable<Piece>>((pieces, toxic) => toxic(pieces, this), piecesOf(from))
    for await (const { bytes } of through) {
      if (to.destroyed) break
      count(bytes.length)
      if (!to.write(bytes)) await Promise.race([new Promise((resolve) => to.once('drain', resolve)), this.ended])
    }
    to.end()
  }
}

/** Stamped on arrival, whether or not it is read yet. Ends with the socket. */
function piecesOf(socket: Socket): AsyncIterable<Piece> {
  const waiting: Piece[] = []
  let size = 0
  let over = false
  let wake = () => {}
  const end = () => {
    over = true
    wake()
  }
  socket.on('data', (bytes: Buffer) => {
    waiting.push({ bytes, at: clock().monotonic() })
    size += bytes.length
    if (size > MAX_WAITING) socket.pause()
    wake()
  })
  socket.on('end', end)
  socket.on('close', end)
  async function* pieces() {
    for (;;) {
      const piece = waiting.shift()
      if (piece) {
        size -= piece.bytes.length
        if (size <= MAX_WAITING) socket.resume()
        yield piece
      } else if (over) return
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  return pieces()
}

export function startToxicProxy(targetPort: number): Promise<ToxicProxy> {
  return new ToxicProxy(targetPort).up()
}
