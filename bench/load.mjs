// Asks servers and takes the time. One client for everything that is compared, so that its own cost is on both sides.
import http from 'node:http'

/**
 * What is asked: a URL, and for a POST its body. `path` and `body` may be functions of a running number, for questions
 * that must differ each time.
 * @typedef {{ url: string, path?: string | ((n: number) => string), body?: string | ((n: number) => string) }} Target
 */

const agents = new Map()

/** One pool per server; connections are kept, as a proxy in front would keep them. */
function agentOf(url) {
  const agent = agents.get(url) ?? new http.Agent({ keepAlive: true, maxSockets: 64, maxFreeSockets: 64 })
  agents.set(url, agent)
  return agent
}

/** Asks once, reads the whole answer, and answers it. @throws Error for any status but 200. */
export function ask({ url, path = '', body }, n = 0) {
  return new Promise((resolve, reject) => {
    const text = typeof body === 'function' ? body(n) : body
    const where = typeof path === 'function' ? path(n) : path
    const headers =
      text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    const method = text === undefined ? 'GET' : 'POST'
    const request = http.request(`${url}${where}`, { method, agent: agentOf(url), headers }, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const answer = Buffer.concat(chunks)
        if (response.statusCode === 200) resolve(answer)
        else reject(new Error(`${method} ${where} answered ${response.statusCode}: ${answer.subarray(0, 300)}`))
      })
    })
    request.on('error', reject)
    request.end(text)
  })
}

/**
 * Milliseconds of answers, one question at a time: in each round every target once, so that whatever else the machine
 * does meets all of them alike. Ends after `rounds` or `ms`, whichever comes first. The first rounds warm up.
 * @returns {Promise<number[][]>} ascending times per target
 */
export async function latencies(targets, { rounds = 400, ms = 4_000, warmUp = 10 }) {
  const times = targets.map(() => [])
  for (let n = 0, ends = Number.POSITIVE_INFINITY; n < warmUp + rounds && performance.now() < ends; n++) {
    if (n === warmUp) ends = performance.now() + ms
    for (const [index, target] of targets.entries()) {
      const began = performance.now()
      await ask(target, n)
      if (n >= warmUp) times[index].push(performance.now() - began)
    }
  }
  return times.map((list) => list.sort((a, b) => a - b))
}

/** Answers per second at `connections` questions at once, during `ms`. */
export async function rate(target, { connections = 16, ms = 1_000 }) {
  let answers = 0
  const began = performance.now()
  const client = async () => {
    while (performance.now() - began < ms) {
      await ask(target)
      answers++
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  return answers / ((performance.now() - began) / 1000)
}

/** The value below which a share of the ascending values lies. */
export function quantile(ascending, share) {
  return ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))]
}

export function median(values) {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  )
}
