import http from 'node:http'
import net, { type AddressInfo, type Socket } from 'node:net'

/** Resolves every name to this machine: requests go to the URL's port, or to `port`. */
export class HttpProxy {
  /** `CONNECT host:port`, or `POST http://host/path`. */
  readonly asked: string[] = []
  readonly headers: http.IncomingHttpHeaders[] = []
  connections = 0
  /** A status for every request, or `silent`: never answers. */
  refuses: number | 'silent' | null = null
  wants: string | null = null
  readonly #server: http.Server
  readonly #open = new Set<Socket>()

  private constructor(private readonly port: number | null) {
    this.#server = http.createServer((request, response) => {
      if (this.#isRefused(request, (status) => response.writeHead(status).end('refused by the proxy'))) return
      const { hostname: _, port: named, pathname, search } = new URL(request.url ?? '')
      const { 'proxy-authorization': __, ...headers } = request.headers
      const onward = http.request(
        { host: '127.0.0.1', port: this.port ?? named, path: pathname + search, method: request.method, headers },
        (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.headers)),
      )
      onward.on('error', () => response.writeHead(502).end())
      request.pipe(onward)
    })
    this.#server.on('connect', (request, client: Socket) => {
      client.on('error', () => {})
      const refuse = (status: number) => client.end(`HTTP/1.1 ${status} Refused\r\n\r\nrefused by the proxy`)
      if (this.#isRefused(request, refuse)) return
      const server = net.connect(this.port ?? Number(request.url?.split(':').at(-1)), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n')
        client.pipe(server).pipe(client)
      })
      server.on('error', () => client.destroy())
      client.on('close', () => server.destroy())
    })
    this.#server.on('connection', (socket) => {
      this.connections++
      this.#open.add(socket)
      socket.on('close', () => this.#open.delete(socket))
    })
  }

  /** @param port of all targets; null: the URL's */
  static async start(port: number | null = null): Promise<HttpProxy> {
    const proxy = new HttpProxy(port)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get place(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get url(): string {
    return `http://${this.place}`
  }

  get openConnections(): number {
    return this.#open.size
  }

  async stop(): Promise<void> {
    for (const socket of this.#open) socket.destroy()
    if (this.#server.listening) await new Promise((resolve) => this.#server.close(resolve))
  }

  #isRefused({ method, url, headers }: http.IncomingMessage, refuse: (status: number) => void): boolean {
    this.asked.push(`${method} ${url}`)
    this.headers.push(headers)
    if (this.refuses === 'silent') return true
    const status = this.wants !== null && headers['proxy-authorization'] !== this.wants ? 407 : this.refuses
    if (status !== null) refuse(status)
    return status !== null
  }
}
