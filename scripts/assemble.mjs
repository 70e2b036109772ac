// `node scripts/assemble.mjs <folder>`: puts what runs, and nothing else, into an empty folder: the built explorer, the
// embedded indexer with its recording, the supervisor. No sources, no source maps, no tools. It needs Node alone, on the
// platform that it was assembled on: `node <folder>/scripts/start.mjs --built`. deploy/Dockerfile and
// deploy/leafscan.service run it.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { buildExplorer } from './build.mjs'
import { bundle, INDEXER_PARTS, SERVER_PARTS } from './bundle.mjs'
import { isForeign } from './prune.mjs'

const root = path.resolve(import.meta.dirname, '..')
const [given] = process.argv.slice(2)
if (!given || (fs.existsSync(given) && fs.readdirSync(given).length > 0)) {
  console.error('Give a folder that is empty or not there yet: node scripts/assemble.mjs <folder>')
  process.exit(1)
}
/** @type {string} */
const folder = given

/**
 * Copies a file or folder of the checkout to the same place of the new folder, which leads nowhere outside of it.
 * @param {string} name
 * @param {(file: string) => boolean} filter
 */
function take(name, filter = () => true) {
  fs.cpSync(path.join(root, name), path.join(folder, name), { recursive: true, dereference: true, filter })
}

await buildExplorer({ quiet: false })
/** @type {typeof INDEXER_PARTS} */
const alone = [...INDEXER_PARTS, ['lib/environment.ts', 'environment.mjs']]
for (const [entry, name] of alone) {
  await bundle(entry, `dist/alone/${name}`, { alone: true })
  fs.mkdirSync(path.join(folder, 'dist'), { recursive: true })
  fs.copyFileSync(path.join(root, 'dist', 'alone', name), path.join(folder, 'dist', name))
}

take(path.join('.next', 'standalone'))
for (const [, name] of SERVER_PARTS) take(path.join('dist', name))
for (const name of ['start.mjs', 'supervisor.mjs', 'ports.mjs']) take(path.join('scripts', name))
for (const name of ['sandbox.recording', 'loop.recording']) {
  take(path.join('lib', 'indexer', 'sandbox', 'recording', name))
}
// SQLite of this platform, for a Node whose own is too old.
const sqlite = path.join('node_modules', '@photostructure', 'sqlite')
take(path.join(sqlite, 'package.json'))
take(path.join(sqlite, 'LICENSE'))
take(path.join(sqlite, 'dist', 'index.cjs'))
take(path.join(sqlite, 'prebuilds', `${process.platform}-${process.arch}`), (file) => !isForeign(file))
take(path.join('node_modules', 'node-gyp-build'))
/** As npm writes it into what it publishes: the commit of these sources, where git knows it. */
const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
const gitHead = status === 0 ? stdout.trim() : undefined
const { name, version, license } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
fs.writeFileSync(
  path.join(folder, 'package.json'),
  `${JSON.stringify({ name, version, license, gitHead, private: true, type: 'module' }, null, 2)}\n`,
)
