// What of the sandbox is asked for, from its own example links.
import fs from 'node:fs'
import path from 'node:path'
import { askIndexer } from './load.mjs'
import { root } from './processes.mjs'

/** @type {{ examples: { kind: string, path: string }[] }} */
const { examples } = JSON.parse(fs.readFileSync(path.join(root, 'lib/upstream/networks/sandbox-network.json'), 'utf8'))

/** Path of the example of a kind, as `/` links to it. @param {string} kind */
function pathOf(kind) {
  const found = examples.find((example) => example.kind === kind)
  if (!found) throw new Error(`the sandbox has no example of kind ${kind}`)
  return found.path
}

/** Owner of more than 2,500 accounts. */
export const TOKEN_PROGRAM = pathOf('owner').split('/').at(-1) ?? ''

/**
 * A page of each kind: its name, its path, whether search engines may take it.
 * @param {string} indexerUrl
 * @returns {Promise<[label: string, path: string, isIndexed: boolean][]>}
 */
export async function pagesOfSandbox(indexerUrl) {
  const { value } = await askIndexer(indexerUrl, 'getLatestCompressionSignatures', { limit: 1 })
  return [
    ['/', '/', true],
    ['/owner', pathOf('owner'), true],
    ['/delegate', pathOf('delegate'), true],
    ['/wallet', pathOf('holdings'), true],
    ['/account', pathOf('consumed'), true],
    ['/latest', '/latest', true],
    ['/status', '/status', true],
    ['/search', '/search?q=nothing', false],
    ['/tx', `/tx/${value.items[0].signature}`, false],
    ['/help', '/help', true],
  ]
}
