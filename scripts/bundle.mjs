// Bundles TypeScript of this repository into one file that plain Node runs.
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { build, version } from 'esbuild'

const root = path.resolve(import.meta.dirname, '..')

/**
 * Bundles `entry` into `outfile` (both relative to the repository) unless the same contents were bundled before. Written
 * to a temporary file and renamed, so that parallel builds and running processes are safe. Packages are not bundled; with
 * `alone`, only native ones are not. `alias`: files in place of packages. Resolves to true if it was rebuilt; rejects
 * with a plain message if the build fails.
 * @param {string} entry
 * @param {string} outfile
 * @param {{ alone?: boolean, alias?: Record<string, string> }} [more]
 */
export async function bundle(entry, outfile, { alone = false, alias = {} } = {}) {
  const target = path.join(root, outfile)
  const record = `${target}.inputs.json`
  if (isCurrent(target, record)) return false

  const unfinished = `${randomUUID()}.tmp`
  const temporary = `${target}.${unfinished}`
  const { metafile } = await build({
    entryPoints: [path.join(root, entry)],
    outfile: temporary,
    absWorkingDir: root,
    alias: { '@': root, ...alias },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: alone ? 'bundle' : 'external',
    // CommonJS packages load Node's modules with `require`, which ES modules lack.
    ...(alone && {
      banner: {
        js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
      },
    }),
    metafile: true,
    logLevel: 'silent',
  }).catch((error) => {
    throw new Error(`${entry} does not build: ${error.message}`)
  })
  const inputs = Object.keys(metafile.inputs).sort()
  fs.renameSync(temporary, target)
  fs.writeFileSync(`${record}.${unfinished}`, JSON.stringify({ inputs, digest: digestOf(inputs) }))
  fs.renameSync(`${record}.${unfinished}`, record)
  return true
}

/**
 * Bundles of the embedded indexer, side by side: its process, its threads, and the process that checks the pages of its
 * store.
 * @type {[entry: string, name: string][]}
 */
export const INDEXER_PARTS = [
  ['lib/indexer/main.ts', 'indexer.mjs'],
  ['lib/indexer/thread.ts', 'indexer-thread.mjs'],
  ['lib/indexer/ledger/rpc/block-thread.ts', 'indexer-blocks.mjs'],
  ['lib/indexer/check/thread.ts', 'indexer-check.mjs'],
  ['lib/indexer/check/pages.ts', 'indexer-pages.mjs'],
]

/** Builds the embedded indexer when its sources changed; returns whether they had. */
export const bundleIndexer = () => bundleAll(INDEXER_PARTS, { alone: true })

/** `server-only` throws unless the framework's bundler replaces it; this bundle runs on the server anyway. */
export const SERVER_ALIAS = { 'server-only': path.join(root, 'node_modules', 'server-only', 'empty.js') }

/**
 * Bundles of the explorer's server, side by side: its process and its threads.
 * @type {[entry: string, name: string][]}
 */
export const SERVER_PARTS = [
  ['lib/server/main.ts', 'server.mjs'],
  ['lib/server/thread.ts', 'server-thread.mjs'],
]

/** Builds the explorer's server when its sources changed; returns whether they had. */
export const bundleServer = () => bundleAll(SERVER_PARTS, { alone: true, alias: SERVER_ALIAS })

/** @param {[entry: string, name: string][]} parts @param {{ alone?: boolean, alias?: Record<string, string> }} more */
async function bundleAll(parts, more) {
  let changed = false
  for (const [entry, name] of parts) changed = (await bundle(entry, `dist/${name}`, more)) || changed
  return changed
}

/** Like bundleIndexer(), but returns the path of the main bundle. */
export async function buildIndexer() {
  await bundleIndexer()
  return path.join(root, 'dist', 'indexer.mjs')
}

/** @param {string} target @param {string} record */
function isCurrent(target, record) {
  try {
    const { inputs, digest } = JSON.parse(fs.readFileSync(record, 'utf8'))
    return fs.existsSync(target) && digest === digestOf(inputs)
  } catch {
    // No record, a damaged one, or an input that is gone: rebuild it.
    return false
  }
}

/**
 * By contents, not times, which a checkout changes.
 * @param {string[]} inputs
 */
function digestOf(inputs) {
  const digest = createHash('sha256')
    .update(version)
    .update(fs.readFileSync(import.meta.filename))
  for (const input of inputs)
    digest
      .update(`${input}\0`)
      .update(fs.readFileSync(path.join(root, input)))
      .update('\0')
  return digest.digest('hex')
}
