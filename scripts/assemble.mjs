// Assembles a release: the built explorer, the embedded indexer with its recording, the supervisor; no sources, source
// maps or tools. A release needs only Node, on the platform it was assembled on.
//
//   node scripts/assemble.mjs FOLDER              a new release in FOLDER/releases, and the link FOLDER/current leads to it
//   node scripts/assemble.mjs --rollback FOLDER   points the link at the previous release
//   node scripts/assemble.mjs --single FOLDER     only a release, in an empty folder: for an image
//
// deploy/leafscan.service runs the first kind, deploy/Dockerfile the last. docs/deployment.md has upgrade and rollback.
import fs from 'node:fs'
import path from 'node:path'
import { addRelease, isFlat, readable, rollBack, targetProblem } from './releases.mjs'

const root = path.resolve(import.meta.dirname, '..')
const words = process.argv.slice(2)
const options = words.filter((word) => word.startsWith('-'))
const [given, ...rest] = words.filter((word) => !word.startsWith('-'))
const [option = 'release'] = options

/** @type {(message: string) => never} */
function fail(message) {
  console.error(`Leafscan: ${message}`)
  process.exit(1)
}

if (!given || rest.length > 0 || options.length > 1 || !['release', '--rollback', '--single'].includes(option)) {
  fail('expected node scripts/assemble.mjs [--rollback | --single] FOLDER')
}
const folder = path.resolve(given)

if (option === '--rollback') {
  try {
    const { from, to } = rollBack(folder)
    console.log(`${folder}/current leads to ${to}, no longer to ${from}. Restart what runs from it`)
    process.exit()
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
}

const isFilled = option === '--single' && fs.existsSync(folder) && fs.readdirSync(folder).length > 0
if (isFilled) fail(`${folder} is not empty`)
const notTaken = option === '--single' ? null : targetProblem(folder)
if (notTaken !== null) fail(notTaken)
if (!fs.existsSync(path.join(root, 'node_modules', 'esbuild'))) {
  fail('the packages to build with are not installed: run npm ci first')
}

/** @type {{ name: string, version: string, license: string }} */
const { name, version, license } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))

// Imported here, since they need the installed packages.
const { buildExplorer, inputsDigest, loadEnvironmentReader, noteCommit } = await import('./build.mjs')
const { bundleIndexer, INDEXER_PARTS, SERVER_PARTS } = await import('./bundle.mjs')
const { isForeign, shippedFiles } = await import('./shipped.mjs')
const commit = noteCommit()

try {
  if (option === '--single') {
    await assemble(folder)
    readable(folder)
  } else await release()
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

async function release() {
  const release = `${version}-${(commit ?? inputsDigest()).slice(0, 8)}`
  const added = await addRelease(folder, release, assemble)
  console.log(`${folder}/current leads to releases/${added}. Restart what runs from it`)
  if (isFlat(folder))
    console.log(`What lies in ${folder} beside them is of an earlier layout and can go once nothing runs it`)
}

/**
 * Fills a folder with one release.
 * @param {string} place
 */
async function assemble(place) {
  /**
   * Copies a file or folder of the checkout to the same place in the release, following links.
   * @param {string} name
   * @param {(file: string) => boolean} filter
   */
  const take = (name, filter = () => true) => {
    fs.cpSync(path.join(root, name), path.join(place, name), { recursive: true, dereference: true, filter })
  }

  await buildExplorer({ quiet: false })
  await bundleIndexer()
  await loadEnvironmentReader()

  for (const name of shippedFiles(root)) take(name)
  take('next.config.mjs')
  if (fs.existsSync(path.join(root, 'public'))) take('public')
  // Preview images need the rasteriser, with this platform's binary, and the fonts of the cards, with their licence.
  const rasteriser = path.join('node_modules', '@resvg', 'resvg-js')
  const { optionalDependencies } = JSON.parse(fs.readFileSync(path.join(root, rasteriser, 'package.json'), 'utf8'))
  for (const name of ['@resvg/resvg-js', ...Object.keys(optionalDependencies)]) {
    if (fs.existsSync(path.join(root, 'node_modules', name))) {
      take(path.join('node_modules', name), (file) => !file.endsWith('.d.ts'))
    }
  }
  /** @type {string[]} */
  const fonts = JSON.parse(fs.readFileSync(path.join(root, 'lib/site/preview/fonts.json'), 'utf8'))
  for (const font of fonts) {
    take(path.join('node_modules', font))
    take(path.join('node_modules', ...font.split('/').slice(0, 2), 'LICENSE_FONT'))
  }
  for (const name of [...INDEXER_PARTS, ...SERVER_PARTS].map(([, name]) => name)) take(path.join('dist', name))
  for (const name of ['environment.mjs', ...(commit ? ['commit'] : [])]) take(path.join('dist', name))
  for (const name of ['start.mjs', 'supervisor.mjs', 'ports.mjs']) take(path.join('scripts', name))
  for (const name of ['sandbox.recording', 'loop.recording', 'hot-loop.recording', 'states.recording']) {
    take(path.join('lib/indexer/sandbox/recording', name))
  }
  // SQLite for this platform, for versions of Node whose own is too old.
  const sqlite = path.join('node_modules', '@photostructure', 'sqlite')
  take(path.join(sqlite, 'package.json'))
  take(path.join(sqlite, 'LICENSE'))
  take(path.join(sqlite, 'dist', 'index.cjs'))
  take(path.join(sqlite, 'prebuilds', `${process.platform}-${process.arch}`), (file) => !isForeign(file))
  take(path.join('node_modules', 'node-gyp-build'))
  fs.writeFileSync(
    path.join(place, 'package.json'),
    `${JSON.stringify({ name, version, license, private: true, type: 'module' }, null, 2)}\n`,
  )
}
