import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import net from 'node:net'

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface RequestOptions {
  method?: string
  headers?: OutgoingHttpHeaders
  agent?: http.Agent
}

/** Sends the path exactly as written: no dot segment removed, nothing re-encoded. */
export function request(
  base: string,
  path: string,
  { method = 'GET', headers = {}, agent }: RequestOptions = {},
): Promise<Reply> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const outgoing = http.request({ hostname, port, path, method, headers, agent: agent ?? false }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        if (!incoming.complete) reject(new Error('the answer was cut short'))
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) })
      })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

export function sendRaw(port: number, bytes: string, ms: number): Promise<{ text: string; closed: boolean }> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes))
    let text = ''
    const end = (closed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, closed })
    }
    const timer = setTimeout(() => end(false), ms)
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => end(true))
    socket.on('close', () => end(true))
  })
}
