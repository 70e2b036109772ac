// What of the sandbox is asked for, from its own example links, and how the indexer is asked.
import fs from 'node:fs'
import path from 'node:path'
import { ask } from './load.mjs'
import { root } from './processes.mjs'

/** @type {{ examples: { kind: string, path: string }[] }} */
const { examples } = JSON.parse(fs.readFileSync(path.join(root, 'lib/upstream/networks/sandbox-network.json'), 'utf8'))

/** Path of the example of a kind, as `/` links to it. @param {string} kind */
function examplePath(kind) {
  const found = examples.find((example) => example.kind === kind)
  if (!found) throw new Error(`the sandbox has no example of kind ${kind}`)
  return found.path
}

/** @param {string} kind */
const subjectOf = (kind) => new URL(examplePath(kind), 'http://sandbox').pathname.split('/').at(-1) ?? ''

/** Owner of more than 2,500 accounts. */
export const TOKEN_PROGRAM = subjectOf('owner')

/** Delegate of more than 200 token accounts. */
export const BUSY_DELEGATE = subjectOf('delegate')

/** Wallet of several tokens. */
export const WALLET = subjectOf('holdings')

/** Hash of an account with two signatures. */
export const CONSUMED_ACCOUNT = subjectOf('consumed')

/** @typedef {Record<string, unknown>} Params */

/**
 * A question to the indexer itself.
 * @param {string} url
 * @param {string} method
 * @param {Params | ((n: number) => Params)} [params]
 * @returns {import('./load.mjs').Target}
 */
export function rpc(url, method, params) {
  /** @param {Params} [given] */
  const bodyOf = (given) =>
    JSON.stringify({ jsonrpc: '2.0', id: 'test-account', method, ...(given && { params: given }) })
  return {
    url,
    path: `/${method}`,
    body: typeof params === 'function' ? (/** @type {number} */ n) => bodyOf(params(n)) : bodyOf(params),
  }
}

/**
 * Asks the indexer once. Integers beyond 2^53 come rounded: nothing here reads them.
 * @template T
 * @param {string} url
 * @param {string} method
 * @param {Params} [params]
 * @returns {Promise<T>}
 */
export async function askIndexer(url, method, params) {
  const { result, error } = JSON.parse(String(await ask(rpc(url, method, params))))
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

/** What a list operation answers. @typedef {{ value: { items: Record<string, unknown>[], cursor: string | null } }} ListResult */

/**
 * All rows of a listing, page by page.
 * @param {string} url
 * @param {string} method
 * @param {Params} params
 */
export async function allRows(url, method, params) {
  const rows = []
  /** @type {string | null} */
  let cursor = null
  do {
    /** @type {ListResult} */
    const { value } = await askIndexer(url, method, { ...params, limit: 1000, ...(cursor ? { cursor } : {}) })
    rows.push(...value.items)
    cursor = value.cursor
  } while (cursor)
  return rows
}
