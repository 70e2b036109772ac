// Who may import whom (docs/architecture.md draws it), and that what once() makes has a name of its own: a line per breach and
// per circle, exit code 1 when there is one.
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

const GROUND = ['lib/platform', 'lib/format', 'lib/protocol']
/** What every feature may import. */
const SHARED = [...GROUND, 'lib/rpc-client', 'lib/api', 'lib/upstream', 'lib/page']
const FEATURES = ['status', 'account', 'transaction', 'listing', 'wallet', 'compare', 'search'].map(
  (name) => `lib/${name}`,
)

/**
 * The folders, and for each the folders that it may import, types too. app/, proxy.ts and instrumentation.ts may import
 * everything.
 * @type {Record<string, string[]>}
 */
const MAY_IMPORT = {
  'lib/platform': [],
  'lib/format': [],
  'lib/protocol': [],
  'lib/rpc-client': GROUND,
  'lib/api': GROUND,
  'lib/upstream': [...GROUND, 'lib/rpc-client', 'lib/api'],
  'lib/page': [...GROUND, 'lib/api'],
  'lib/indexer': ['lib/platform', 'lib/protocol', 'lib/rpc-client'],
  'lib/status': SHARED,
  'lib/account': SHARED,
  'lib/transaction': [...SHARED, 'lib/account'],
  'lib/listing': [...SHARED, 'lib/account'],
  'lib/wallet': [...SHARED, 'lib/account', 'lib/listing'],
  'lib/compare': [...SHARED, 'lib/account', 'lib/listing', 'lib/status'],
  'lib/search': [...SHARED, 'lib/account', 'lib/listing', 'lib/wallet'],
  'lib/site': [...SHARED, ...FEATURES],
  'lib/server': [...GROUND, 'lib/rpc-client', 'lib/api', 'lib/upstream', 'lib/status', 'lib/account', 'lib/compare'],
  components: [
    ...[...GROUND, 'lib/api', 'lib/page'],
    ...['lib/status', 'lib/account', 'lib/transaction', 'lib/listing', 'lib/wallet'],
  ],
}

/** Imports against the table that are still to be cut. @type {Record<string, string[]>} */
const NOT_YET = {}

/** Folders whose sub-folders still import each other in a circle. */
const CIRCLES_NOT_YET = ['lib/testing']

/** Inside a folder: a file under `from` must not import anything under `not`. */
const INSIDE = [
  { from: 'lib/indexer/store', not: ['lib/indexer/ledger', 'lib/indexer/handlers'] },
  { from: 'lib/indexer/handlers', not: ['lib/indexer/ledger', 'lib/protocol/light'] },
]

/** What is made for tests, which only tests and its own files may import. */
const TESTING = 'lib/testing'

/** Where what must be one in a process is kept, however many bundles have the module that makes it. */
const ONCE = 'lib/platform/once'
const ONCE_CALL = /(?<![.\w])once(?:<.*>)?\((?!\))\s*(?:'([^']+)')?/g
/** The file that makes each value, by its name. @type {Map<string, string>} */
const made = new Map()

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g
/** @type {string[]} */
const breaches = []
/** What each file imports, types too: names without endings. @type {Map<string, Set<string>>} */
const imports = new Map()

/** @param {string} place @param {string} folder */
const within = (place, folder) => place === folder || place.startsWith(`${folder}/`)

/** @param {string} file */
function check(file) {
  const text = fs.readFileSync(path.join(root, file), 'utf8')
  const name = file.replace(/\.tsx?$/, '')
  const room = Object.keys(MAY_IMPORT).find((folder) => within(name, folder))
  /** @type {Set<string>} */
  const known = new Set()
  imports.set(name, known)
  if (text.includes('Symbol.for(') && name !== ONCE) breaches.push(`${file} calls Symbol.for: state is kept by ${ONCE}`)
  for (const [, target = ''] of text.matchAll(IMPORT)) {
    const named = target.replace(/\.[cm]?[jt]sx?$/, '')
    const resolved = named.startsWith('@/')
      ? named.slice(2)
      : named.startsWith('.')
        ? path.join(path.dirname(file), named)
        : null
    if (resolved === null) continue
    known.add(resolved)
    if (within(resolved, TESTING) && !within(file, TESTING)) {
      breaches.push(`${file} imports ${target}: ${TESTING} is for tests`)
      continue
    }
    if (room !== undefined && !mayImport(room, resolved)) {
      breaches.push(`${file} imports ${target}: ${room} may not import ${resolved}`)
    }
    for (const { from, not } of INSIDE) {
      if (within(file, from) && not.some((folder) => within(resolved, folder))) {
        breaches.push(`${file} imports ${target}: ${from} may not import ${resolved}`)
      }
    }
  }
  if (known.has(ONCE)) checkOnce(file, text)
}

/** @param {string} file @param {string} text */
function checkOnce(file, text) {
  for (const [, name] of text.matchAll(ONCE_CALL)) {
    const other = made.get(name ?? '')
    if (name === undefined) breaches.push(`${file} calls once() without a name in single quotes`)
    else if (other !== undefined) breaches.push(`${file} makes '${name}' by once(), as ${other} does`)
    else made.set(name, file)
  }
}

/** @param {string} room @param {string} place */
function mayImport(room, place) {
  const folder = [...Object.keys(MAY_IMPORT), 'app'].find((each) => within(place, each))
  if (folder === undefined || folder === room) return true
  return [...(MAY_IMPORT[room] ?? []), ...(NOT_YET[room] ?? [])].includes(folder)
}

/**
 * Each set of nodes that lead to each other, directly or around a corner. Tarjan's strongly connected components.
 * @param {Map<string, Set<string>>} graph
 */
function circlesOf(graph) {
  /** @type {string[][]} */
  const components = []
  /** In which order files were met. @type {Map<string, number>} */
  const index = new Map()
  /** @type {string[]} */
  const stack = []
  /** Answers the first file of the stack, by its index, that this one leads back to. @type {(file: string) => number} */
  const visit = (file) => {
    const own = index.size
    const targets = graph.get(file) ?? new Set()
    let first = own
    index.set(file, own)
    stack.push(file)
    for (const next of targets) {
      if (!graph.has(next)) continue
      const met = index.get(next)
      if (met === undefined) first = Math.min(first, visit(next))
      else if (stack.includes(next)) first = Math.min(first, met)
    }
    if (first === own) {
      const circle = stack.splice(stack.indexOf(file))
      if (circle.length > 1 || targets.has(file)) components.push(circle.sort())
    }
    return first
  }
  for (const file of graph.keys()) if (!index.has(file)) visit(file)
  return components
}

/** Circles of folders beside each other, at every depth: the folder that they lie in, and their names. */
function folderCircles() {
  /** @type {Map<string, Map<string, Set<string>>>} */
  const byParent = new Map()
  for (const [file, targets] of imports) {
    for (const target of targets) {
      const [from, to] = [file.split('/'), target.split('/')]
      let depth = 0
      while (from[depth] === to[depth] && depth < Math.min(from.length, to.length) - 1) depth++
      const [a, b] = [from[depth], to[depth]]
      // A file beside a folder is none of two folders beside each other.
      if (depth >= from.length - 1 || depth >= to.length - 1 || a === undefined || b === undefined || a === b) continue
      const parent = from.slice(0, depth).join('/')
      const graph = byParent.get(parent) ?? new Map()
      byParent.set(parent, graph.set(b, graph.get(b) ?? new Set()).set(a, (graph.get(a) ?? new Set()).add(b)))
    }
  }
  return [...byParent].flatMap(([parent, graph]) =>
    circlesOf(graph).map((circle) => ({ parent, names: circle.join(', ') })),
  )
}

/** @param {string} folder */
function walk(folder) {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') walk(place)
    else if (/\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name)) check(place)
  }
}

for (const folder of ['app', 'components', 'lib']) if (fs.existsSync(path.join(root, folder))) walk(folder)
if (fs.existsSync(path.join(root, 'proxy.ts'))) check('proxy.ts')
for (const { parent, names } of folderCircles()) {
  if (!CIRCLES_NOT_YET.includes(parent)) breaches.push(`a circle of folders in ${parent || 'the root'}: ${names}`)
}
for (const circle of circlesOf(imports)) breaches.push(`a circle of imports, types included: ${circle.join(', ')}`)
for (const breach of breaches) console.error(breach)
process.exit(breaches.length > 0 ? 1 : 0)
