import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { once } from '@/lib/platform/once'
import { destinationOf, proxySetting } from '@/lib/platform/proxy-setting'
import { proxyErrorOf, proxyRefusalOf } from '@/lib/rpc-client/proxy-error'
import { wayTo } from '@/lib/rpc-client/way'

/*
 * HTTP to a node by Node's own client: over blocks of many megabytes it takes about half the processor time of fetch. It follows no
 * redirect, which would carry the key in a URL elsewhere.
 */

/** Not by the environment's reader: what it is made of would make a thread that reads blocks start slowly. Ours has checked it. */
const proxies = once('node proxies', () =>
  proxySetting(process.env, (variable, mistake) => {
    throw new Error(`${variable}: ${mistake}`)
  }),
)

const AGENTS = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) }

/** What came back. */
export interface HttpAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** Unpacked. Not reading it to its end closes the connection. */
  body: AsyncIterable<Buffer>
}

/**
 * Posts JSON, and resolves when the headers of the answer are there.
 * @throws ProxyError; Error of the system, with its `code`; AbortError after an abort.
 */
export function post(
  url: string,
  headers: Record<string, string>,
  json: string,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const { pathname, search } = new URL(url)
  return new Promise((resolve, reject) => {
    const {
      request: begin,
      headers: ofWay,
      via,
      ...place
    } = wayTo(proxies(), { ...destinationOf(url), path: pathname + search }, AGENTS)
    const request = begin({
      ...place,
      method: 'POST',
      headers: {
        ...headers,
        ...ofWay,
        accept: 'application/json',
        'accept-encoding': 'gzip, br',
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(json),
      },
      signal,
    })
    request.on('response', (response) => {
      const refusal = proxyRefusalOf({ via }, response.statusCode)
      if (refusal === null) return resolve(answerOf(response))
      response.destroy()
      reject(refusal)
    })
    request.on('error', (error) => reject(proxyErrorOf({ via }, error) ?? error))
    request.end(json)
  })
}

function answerOf(response: IncomingMessage): HttpAnswer {
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: unpacked(response),
  }
}

function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']
  if (encoding !== 'gzip' && encoding !== 'br') return response
  const unpacking = encoding === 'gzip' ? createGunzip() : createBrotliDecompress()
  response.on('error', (error) => unpacking.destroy(error))
  unpacking.on('close', () => response.destroy())
  return response.pipe(unpacking)
}
