// Asks servers and takes the time. One client for everything that is compared, so that its own cost is on both sides.
import http from 'node:http'

/**
 * What is asked: a URL, and for a POST its body. `path` and `body` may be functions of a running number, for questions
 * that must differ each time.
 * @typedef {{ url: string, path?: string | ((n: number) => string), body?: string | ((n: number) => string) }} Target
 */

/** @typedef {Record<string, unknown>} Params */

/**
 * A question to an indexer itself.
 * @param {string} url
 * @param {string} method
 * @param {Params | ((n: number) => Params)} [params]
 * @returns {Target & { body: string | ((n: number) => string) }}
 */
export function rpc(url, method, params) {
  /** @param {Params} [given] */
  const bodyOf = (given) =>
    JSON.stringify({ jsonrpc: '2.0', id: 'test-account', method, ...(given && { params: given }) })
  const body = typeof params === 'function' ? (/** @type {number} */ n) => bodyOf(params(n)) : bodyOf(params)
  return { url, path: `/${method}`, body }
}

/**
 * Asks an indexer once. Integers beyond 2^53 come rounded: nothing here reads them.
 * @param {string} url
 * @param {string} method
 * @param {Params} [params]
 */
export async function askIndexer(url, method, params) {
  const { result, error } = JSON.parse(String(await ask(rpc(url, method, params))))
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

/**
 * Pages of a listing, 1,000 rows each, one after the other.
 * @param {string} url
 * @param {string} method
 * @param {Params} params
 * @returns {AsyncGenerator<{ items: Record<string, any>[], cursor: string | null }>}
 */
export async function* pagesOf(url, method, params) {
  let cursor
  do {
    const { value } = await askIndexer(url, method, { ...params, limit: 1000, cursor })
    yield value
    cursor = value.cursor
  } while (cursor)
}

/**
 * One pool for each server; connections are kept, as a proxy in front would keep them. Without a bound: questions that wait
 * for a connection in here would be counted as time of the server's.
 * @type {Map<string, http.Agent>}
 */
const agents = new Map()

/** @typedef {{ status: number, bytes: Buffer }} Reply */

/**
 * Asks once and reads the whole answer.
 * @param {Target} target
 * @param {number} n the running number
 * @returns {Promise<Reply>}
 */
export function exchange({ url, path = '', body }, n = 0) {
  const text = typeof body === 'function' ? body(n) : body
  const where = typeof path === 'function' ? path(n) : path
  const agent = agents.get(url) ?? new http.Agent({ keepAlive: true, maxFreeSockets: 512 })
  agents.set(url, agent)
  const headers =
    text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  return new Promise((resolve, reject) => {
    const method = text === undefined ? 'GET' : 'POST'
    const request = http.request(`${url}${where}`, { method, agent, headers }, (response) => {
      /** @type {Buffer[]} */
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(chunks) }))
    })
    request.on('error', reject)
    request.end(text)
  })
}

/**
 * Asks once, reads the whole answer, and answers it.
 * @param {Target} target
 * @param {number} n the running number
 * @throws Error for any status but 200
 */
export async function ask(target, n = 0) {
  const { status, bytes } = await exchange(target, n)
  if (status === 200) return bytes
  const where = typeof target.path === 'function' ? target.path(n) : target.path
  throw new Error(`${where} answered ${status}: ${bytes.subarray(0, 300)}`)
}

/**
 * Milliseconds of answers, one question at a time: in each round every target once, so that whatever else the machine
 * does meets all of them alike. Ends after `rounds` or `ms`, whichever comes first. The first rounds warm up.
 * @param {Target[]} targets
 * @param {{ rounds?: number, ms?: number, warmUp?: number }} bounds
 * @returns {Promise<number[][]>} ascending times per target
 */
export async function latencies(targets, { rounds = 400, ms = 4_000, warmUp = 10 }) {
  const times = targets.map(() => /** @type {number[]} */ ([]))
  for (let n = 0, ends = Number.POSITIVE_INFINITY; n < warmUp + rounds && performance.now() < ends; n++) {
    if (n === warmUp) ends = performance.now() + ms
    for (const [index, target] of targets.entries()) {
      const began = performance.now()
      await ask(target, n)
      if (n >= warmUp) times[index]?.push(performance.now() - began)
    }
  }
  return times.map(ascending)
}

/**
 * So many clients at once, each asking again when it was answered, during `ms`.
 * @param {Target} target
 * @param {{ connections?: number, ms?: number }} options
 * @returns {Promise<{ perSecond: number, times: number[] }>} answers per second, ascending milliseconds
 */
export async function crowd(target, { connections = 16, ms = 1_000 }) {
  /** @type {number[]} */
  const times = []
  let sent = 0
  const began = performance.now()
  const client = async () => {
    for (let now = performance.now(); now - began < ms; now = performance.now()) {
      await ask(target, sent++)
      times.push(performance.now() - now)
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  return { perSecond: times.length / ((performance.now() - began) / 1000), times: ascending(times) }
}

/** @param {number[]} values */
const ascending = (values) => values.sort((a, b) => a - b)

/**
 * The value below which a share of the ascending values lies; NaN where there is none.
 * @param {number[]} values
 * @param {number} share
 */
export function quantile(values, share) {
  return values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN
}

/** The middle one of the values. @param {number[]} values */
export const median = (values) => quantile(ascending([...values]), 0.5)
