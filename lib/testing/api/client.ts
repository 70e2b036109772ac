import http from 'node:http'
import { parseJson } from '@/lib/protocol/rpc/json'

export interface AskInit {
  method?: string
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Loopback address of the client: another one is another peer. */
  from?: string
}

export interface ClientResponse {
  status: number
  headers: Headers
  bytes: Buffer
  text: string
  /** null: not JSON. */
  body: Record<string, unknown> | null
}

export class Client {
  readonly #agent = new http.Agent({ keepAlive: true })

  open(
    port: number,
    target: string,
    { method = 'GET', headers = {}, signal, from }: AskInit,
  ): Promise<http.IncomingMessage> {
    return new Promise((resolve, reject) => {
      const options = {
        ...{ host: '127.0.0.1', port, path: target, method, headers, agent: this.#agent },
        ...(from !== undefined && { localAddress: from }),
      }
      http
        .request(signal ? { ...options, signal } : options, resolve)
        .on('error', reject)
        .end()
    })
  }

  async ask(port: number, target: string, init: AskInit = {}): Promise<ClientResponse> {
    const answer = await this.open(port, target, init)
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    const bytes = Buffer.concat(chunks)
    const text = bytes.toString('utf8')
    return { status: answer.statusCode ?? 0, headers: headersOf(answer), bytes, text, body: jsonOf(text) }
  }

  close(): void {
    this.#agent.destroy()
  }
}

function headersOf({ rawHeaders }: http.IncomingMessage): Headers {
  const headers = new Headers()
  for (let i = 0; i < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '')
  return headers
}

function jsonOf(text: string): Record<string, unknown> | null {
  try {
    return parseJson(text) as Record<string, unknown>
  } catch {
    return null
  }
}
