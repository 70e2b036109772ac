// An indexer that knows every owner and answers after a fixed time, run as a process of its own by pressure.mjs, which
// tells it by message how to behave and asks it what it saw. Data is made up; the wire is Photon's.
import { createHash } from 'node:crypto'
import http from 'node:http'
import { base58 } from '@scure/base'

const FIRST_SLOT = 418_880_000
const TREE = base58.encode(createHash('sha256').update('tree').digest())

/**
 * What it does: `latencyMs` before an answer, this share of 500s, silence, at most so many answers a second; an owner has
 * so many `rows`, each with so many bytes of data.
 */
const behaviour = {
  latencyMs: 40,
  failing: 0,
  hangs: false,
  perSecond: Number.POSITIVE_INFINITY,
  rows: 10,
  dataBytes: 0,
}

/** What it saw since the last question: calls by method, and how many of them it answered with 429. */
/** @typedef {{ calls: Record<string, number>, limited: number }} Seen */

/** @type {Seen} */
let seen = { calls: {}, limited: 0 }
const began = performance.now()
let tokens = 0
let refilled = performance.now()

/** @type {Map<string, string>} */
const accounts = new Map()

/** Accounts of an owner, as text: made once, since making them is not what is measured. @param {string} owner */
function accountsOf(owner) {
  const { rows, dataBytes } = behaviour
  const key = `${owner} ${rows} ${dataBytes}`
  const made =
    accounts.get(key) ??
    JSON.stringify(
      Array.from({ length: rows }, (_, leafIndex) => {
        const hash = createHash('sha256').update(`${owner} ${leafIndex}`).digest()
        hash[0] = (hash[0] ?? 0) & 0x1f
        return {
          hash: base58.encode(hash),
          address: null,
          data: dataBytes === 0 ? null : dataOf(dataBytes, leafIndex),
          owner,
          lamports: leafIndex,
          tree: TREE,
          leafIndex,
          seq: leafIndex,
          slotCreated: FIRST_SLOT,
        }
      }),
    )
  accounts.set(key, made)
  return made
}

/** Bytes that nothing packs well. @param {number} bytes @param {number} n */
function dataOf(bytes, n) {
  const data = Buffer.concat(
    Array.from({ length: Math.ceil(bytes / 32) }, (_, i) => createHash('sha256').update(`${n} ${i}`).digest()),
  ).subarray(0, bytes)
  return { discriminator: n + 1, data: data.toString('base64'), dataHash: TREE }
}

const slotNow = () => FIRST_SLOT + Math.floor((performance.now() - began) / 400)
const context = () => `"context":{"slot":${slotNow()}}`

/** @type {Record<string, (params: { owner: string }) => string>} */
const results = {
  getIndexerHealth: () => '"ok"',
  getIndexerSlot: () => String(slotNow()),
  getCompressedAccountsByOwner: ({ owner }) => `{${context()},"value":{"items":${accountsOf(owner)},"cursor":null}}`,
  getLatestCompressionSignatures: () => `{${context()},"value":{"items":[],"cursor":null}}`,
}

/** To the process that started this one. @param {object} message */
const report = (message) => process.send?.(message)

function mayAnswer() {
  const now = performance.now()
  tokens = Math.min(Math.max(1, behaviour.perSecond), tokens + ((now - refilled) / 1000) * behaviour.perSecond)
  refilled = now
  if (tokens < 1) return false
  tokens--
  return true
}

const server = http.createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const { id, method, params } = JSON.parse(String(Buffer.concat(chunks)))
    seen.calls[method] = (seen.calls[method] ?? 0) + 1
    if (behaviour.hangs) return
    if (!mayAnswer()) {
      seen.limited++
      response.writeHead(429, { 'retry-after': '1' })
      response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32429,"message":"rate limited"}}')
      return
    }
    const fails = Math.random() < behaviour.failing
    const result = fails ? null : results[method]?.(params ?? {})
    setTimeout(() => {
      if (behaviour.hangs) return
      response.writeHead(fails ? 500 : 200, { 'content-type': 'application/json' })
      response.end(fails ? 'oh' : `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`)
    }, behaviour.latencyMs)
  })
})
server.keepAliveTimeout = 75_000
server.listen(0, '127.0.0.1', () =>
  report({ port: /** @type {import('node:net').AddressInfo} */ (server.address()).port }),
)

process.on('message', (/** @type {Partial<typeof behaviour>} */ change) => {
  const was = seen
  Object.assign(behaviour, change)
  seen = { calls: {}, limited: 0 }
  report({ seen: was })
})
process.on('disconnect', () => process.exit())
