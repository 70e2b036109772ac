// Asks servers and takes the time. One client for everything that is compared, so that its own cost is on both sides.
import http from 'node:http'

/**
 * What is asked: a URL, and for a POST its body. `path` and `body` may be functions of a running number, for questions
 * that must differ each time.
 * @typedef {{ url: string, path?: string | ((n: number) => string), body?: string | ((n: number) => string),
 *   headers?: http.OutgoingHttpHeaders }} Target
 */

/** @type {Map<string, http.Agent>} */
const agents = new Map()

/**
 * One pool per server; connections are kept, as a proxy in front would keep them. Without a bound: questions that wait
 * for a connection in here would be counted as time of the server's.
 * @param {string} url
 */
function agentOf(url) {
  const agent = agents.get(url) ?? new http.Agent({ keepAlive: true, maxFreeSockets: 512 })
  agents.set(url, agent)
  return agent
}

/** @typedef {{ status: number, headers: http.IncomingHttpHeaders, bytes: Buffer }} Reply */

/**
 * Asks once and reads the whole answer.
 * @param {Target} target
 * @param {number} n the running number
 * @param {{ abortAfterMs?: number }} options leaves without waiting for the answer after so many milliseconds
 * @returns {Promise<Reply>}
 */
export function exchange({ url, path = '', body, headers: more = {} }, n = 0, { abortAfterMs } = {}) {
  return new Promise((resolve, reject) => {
    const text = typeof body === 'function' ? body(n) : body
    const where = typeof path === 'function' ? path(n) : path
    const about =
      text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    const headers = { ...about, ...more }
    const method = text === undefined ? 'GET' : 'POST'
    const request = http.request(`${url}${where}`, { method, agent: agentOf(url), headers }, (response) => {
      /** @type {Buffer[]} */
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      )
    })
    request.on('error', reject)
    request.end(text)
    if (abortAfterMs !== undefined) {
      const leave = setTimeout(() => request.destroy(new Error('left')), abortAfterMs)
      request.on('close', () => clearTimeout(leave))
    }
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
  return times.map((list) => list.sort((a, b) => a - b))
}

/** @typedef {{ connections?: number, ms?: number, from?: number }} Crowd clients at once; the first running number */

/**
 * Answers per second at `connections` questions at once, during `ms`.
 * @param {Target} target
 * @param {Crowd} options
 */
export async function rate(target, options) {
  return (await crowd(target, options)).perSecond
}

/**
 * So many clients at once, each asking again when it was answered, during `ms`.
 * @param {Target} target
 * @param {Crowd} options
 * @returns {Promise<{ perSecond: number, times: number[] }>} answers per second, ascending milliseconds
 */
export async function crowd(target, { connections = 16, ms = 1_000, from = 0 }) {
  /** @type {number[]} */
  const times = []
  let sent = from
  const began = performance.now()
  const client = async () => {
    for (let now = performance.now(); now - began < ms; now = performance.now()) {
      await ask(target, sent++)
      times.push(performance.now() - now)
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  return { perSecond: times.length / ((performance.now() - began) / 1000), times: times.sort((a, b) => a - b) }
}

/** Milliseconds between two glances at the clock in `paced`. */
const TICK_MS = 2

/**
 * Asks at a fixed pace, whether answers come or not, so that a server that stalls cannot hide it by slowing the questions
 * down. A time counts from when its question was sent: that it was sent late is the client's own doing, and told as `late`.
 * @param {Target} target
 * @param {{ perSecond: number, ms: number, seen?: (reply: Reply, ms: number, n: number) => void }} pace
 * @returns {Promise<{ sent: number, perSecond: number, statuses: Record<string, number>, times: number[], late: number[] }>}
 *   ascending milliseconds, of `late` those from when a question was due until it was sent; a broken connection counts as
 *   the status `broken`
 */
export async function paced(target, { perSecond, ms, seen = () => {} }) {
  /** @type {Record<string, number>} */
  const statuses = {}
  /** @type {number[]} */
  const times = []
  /** @type {number[]} */
  const late = []
  /** @type {Set<Promise<void>>} */
  const underWay = new Set()
  const began = performance.now()
  /** @param {number} n */
  const askAt = (n) => {
    const sent = performance.now()
    late.push(sent - began - (n * 1000) / perSecond)
    const one = exchange(target, n)
      .catch(() => null)
      .then((reply) => {
        const took = performance.now() - sent
        const status = reply?.status ?? 'broken'
        statuses[status] = (statuses[status] ?? 0) + 1
        times.push(took)
        if (reply) seen(reply, took, n)
        underWay.delete(one)
      })
    underWay.add(one)
  }
  let sent = 0
  for (let now = 0; now < ms; now = performance.now() - began) {
    while (sent < (now * perSecond) / 1000) askAt(sent++)
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  await Promise.all(underWay)
  const seconds = (performance.now() - began) / 1000
  /** @param {number[]} list */
  const ascending = (list) => list.sort((a, b) => a - b)
  return { sent, perSecond: sent / seconds, statuses, times: ascending(times), late: ascending(late) }
}

/**
 * The value below which a share of the ascending values lies; NaN where there is none.
 * @param {number[]} ascending
 * @param {number} share
 */
export function quantile(ascending, share) {
  return ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? Number.NaN
}

/** The middle one of the values. @param {number[]} values */
export function median(values) {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  )
}
