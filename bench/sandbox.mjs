// What of the sandbox is asked for, from its own example links, and how the indexer is asked.
import fs from 'node:fs'
import path from 'node:path'
import { ask } from './load.mjs'
import { root } from './processes.mjs'

const { examples } = JSON.parse(fs.readFileSync(path.join(root, 'lib/gateway/network-data/sandbox.json'), 'utf8'))

/** Path of the example of a kind, as `/` links to it. */
function examplePath(kind) {
  const found = examples.find((example) => example.kind === kind)
  if (!found) throw new Error(`the sandbox has no example of kind ${kind}`)
  return found.path
}

const subjectOf = (kind) => new URL(examplePath(kind), 'http://sandbox').pathname.split('/').at(-1)

/** Owner of more than 2,500 accounts. */
export const TOKEN_PROGRAM = subjectOf('owner')

/** Delegate of more than 200 token accounts. */
export const BUSY_DELEGATE = subjectOf('delegate')

/** Hash of an account with two signatures. */
export const CONSUMED_ACCOUNT = subjectOf('consumed')

/** A question to the indexer itself. */
export function rpc(url, method, params) {
  const bodyOf = (given) =>
    JSON.stringify({ jsonrpc: '2.0', id: 'test-account', method, ...(given && { params: given }) })
  return { url, path: `/${method}`, body: typeof params === 'function' ? (n) => bodyOf(params(n)) : bodyOf(params) }
}

/** Asks the indexer once. Integers beyond 2^53 come rounded: nothing here reads them. */
export async function askIndexer(url, method, params) {
  const { result, error } = JSON.parse(await ask(rpc(url, method, params)))
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

/** All rows of a listing, page by page. */
export async function allRows(url, method, params) {
  const rows = []
  let cursor = null
  do {
    const { value } = await askIndexer(url, method, { ...params, limit: 1000, ...(cursor && { cursor }) })
    rows.push(...value.items)
    cursor = value.cursor
  } while (cursor)
  return rows
}
