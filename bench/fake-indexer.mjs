// An indexer that knows every owner, in a process of its own: data is made up, the wire is Photon's.
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { base58 } from '@scure/base'

/** Milliseconds before an answer. */
const LATENCY_MS = 40
const SLOT = 418_880_000
const BEGAN = performance.now()
const TREE = base58.encode(digest('tree'))

/** What it does: an owner has so many `rows`, each with so many bytes of data; `hangs`: silence. */
const behaviour = { rows: 10, dataBytes: 0, hangs: false }

/** @param {string} text */
function digest(text) {
  return createHash('sha256').update(text).digest()
}

/**
 * An owner for a running number: the same one for the same series and number.
 * @param {string} series
 * @param {number} n
 */
export const ownerAt = (series, n) => base58.encode(digest(`${series} ${n}`))

/**
 * The indexer under way; `become` changes how it behaves.
 * @template T
 * @param {(fake: { url: string, become: (change: Partial<typeof behaviour>) => Promise<unknown> }) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withFakeIndexer(use) {
  const child = fork(import.meta.filename)
  try {
    const [{ port }] = await once(child, 'message')
    const become = (/** @type {Partial<typeof behaviour>} */ change) => {
      child.send(change)
      return once(child, 'message')
    }
    return await use({ url: `http://127.0.0.1:${port}`, become })
  } finally {
    child.disconnect()
  }
}

/** @type {Map<string, string>} */
const accounts = new Map()

/** Accounts of an owner, as text: made once, since making them is not what is measured. @param {string} owner */
function accountsOf(owner) {
  const { rows, dataBytes } = behaviour
  const key = `${owner} ${rows} ${dataBytes}`
  const made =
    accounts.get(key) ?? JSON.stringify(Array.from({ length: rows }, (_, n) => accountOf(owner, n, dataBytes)))
  accounts.set(key, made)
  return made
}

/** @param {string} owner @param {number} leafIndex @param {number} bytes of data that nothing packs well */
function accountOf(owner, leafIndex, bytes) {
  const hash = digest(`${owner} ${leafIndex}`)
  hash[0] = 0
  const parts = Array.from({ length: Math.ceil(bytes / 32) }, (_, i) => digest(`${leafIndex} ${i}`))
  const data = Buffer.concat(parts).subarray(0, bytes).toString('base64')
  return {
    ...{ hash: base58.encode(hash), address: null, owner, lamports: leafIndex, tree: TREE },
    data: bytes === 0 ? null : { discriminator: leafIndex + 1, data, dataHash: TREE },
    ...{ leafIndex, seq: leafIndex, slotCreated: SLOT },
  }
}

const slotNow = () => SLOT + Math.floor((performance.now() - BEGAN) / 400)
/** @param {string} items */
const list = (items) => `{"context":{"slot":${slotNow()}},"value":{"items":${items},"cursor":null}}`

/** @type {Record<string, (params: { owner: string }) => string>} */
const results = {
  getIndexerHealth: () => '"ok"',
  getIndexerSlot: () => String(slotNow()),
  getCompressedAccountsByOwner: ({ owner }) => list(accountsOf(owner)),
  getLatestCompressionSignatures: () => list('[]'),
}

if (process.send && process.argv[1] === import.meta.filename) {
  const server = http.createServer(async (request, response) => {
    const { id, method, params } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    const result = results[method]?.(params ?? {})
    setTimeout(() => {
      if (behaviour.hangs) return
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`)
    }, LATENCY_MS)
  })
  server.keepAliveTimeout = 75_000
  server.listen(0, '127.0.0.1', () =>
    process.send?.({ port: /** @type {import('node:net').AddressInfo} */ (server.address()).port }),
  )
  process.on('message', (change) => process.send?.(Object.assign(behaviour, change)))
  process.on('disconnect', () => process.exit())
}
