// The made-up indexer of fake-indexer.mjs, in a process of its own, and how it is controlled.
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { base58 } from '@scure/base'

/** @typedef {{ latencyMs: number, failing: number, hangs: boolean, perSecond: number }} Behaviour */

/**
 * What it saw since the last such question: calls by method with their total, and 429s.
 * @typedef {{ calls: Record<string, number>, total: number, limited: number }} SeenByFake
 */

/**
 * @typedef {object} FakeIndexer
 * @property {string} url
 * @property {(change: Partial<Behaviour & { rows: number, dataBytes: number }>) => Promise<SeenByFake>} become
 * @property {() => Promise<SeenByFake>} seen
 */

/**
 * The made-up indexer under way. `become` changes how it behaves; both `become` and `seen` answer what it saw since the
 * last such question: calls by method, their total, 429s.
 * @template T
 * @param {(fake: FakeIndexer) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withFakeIndexer(use) {
  // Structured clones carry Infinity, JSON does not.
  const child = fork(path.join(import.meta.dirname, 'fake-indexer.mjs'), { serialization: 'advanced' })
  try {
    const [{ port }] = await once(child, 'message')
    /** @type {FakeIndexer['become']} */
    const become = async (change) => {
      child.send(change)
      const [{ seen }] = await once(child, 'message')
      /** @type {number[]} */
      const calls = Object.values(seen.calls)
      return { ...seen, total: calls.reduce((sum, some) => sum + some, 0) }
    }
    return await use({ url: `http://127.0.0.1:${port}`, become, seen: () => become({}) })
  } finally {
    child.disconnect()
  }
}

/**
 * An owner for a running number: the same one for the same series and number.
 * @param {string} series
 * @param {number} n
 */
export function ownerAt(series, n) {
  return base58.encode(createHash('sha256').update(`${series} ${n}`).digest())
}

/** A path of the explorer's API that asks for an owner's accounts. @param {string} owner */
export const ownerPath = (owner) => `/api/v1/getCompressedAccountsByOwner?owner=${owner}`
