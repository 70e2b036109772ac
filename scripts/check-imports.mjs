// Checks which folder imports which (docs/architecture.md), and that values of once() have unique names: prints a line
// per breach and per cycle, exit code 1 if there is any.
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
 * Which folders each folder may import from, including types. app/, proxy.ts and instrumentation.ts may import everything.
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
  'lib/listing': [...SHARED, 'lib/account', 'lib/transaction'],
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

/** Rules within a folder: files under `from` must not import from `not`. */
const INSIDE = [
  { from: 'lib/indexer/store', not: ['lib/indexer/ledger', 'lib/indexer/handlers'] },
  { from: 'lib/indexer/handlers', not: ['lib/indexer/ledger', 'lib/protocol/light'] },
]

/** Test helpers: only tests and other helpers may import them. Cycles between their folders are allowed. */
const TESTING = 'lib/testing'

/** Keeps one value per process, although several bundles may contain the module that creates it. */
const ONCE = 'lib/platform/once'
const ONCE_CALL = /(?<![.\w])once(?:<.*>)?\((?!\))\s*(?:'([^']+)')?/g
/** The file that makes each value, by its name. @type {Map<string, string>} */
const made = new Map()

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g
/** @type {string[]} */
const breaches = []

/** Who imports whom: files without extensions, or folders. @typedef {Map<string, Set<string>>} Graph */

/** @type {Graph} */
const imports = new Map()

/** @param {string} place @param {string} folder */
const within = (place, folder) => place === folder || place.startsWith(`${folder}/`)

/** @param {string} file */
function check(file) {
  const text = fs.readFileSync(path.join(root, file), 'utf8')
  const name = file.replace(/\.tsx?$/, '')
  const room = roomOf(name)
  /** @type {Set<string>} */
  const known = new Set()
  imports.set(name, known)
  if (text.includes('Symbol.for(') && name !== ONCE) breaches.push(`${file} calls Symbol.for: state is kept by ${ONCE}`)
  for (const [, target = ''] of text.matchAll(IMPORT)) {
    if (!/^(?:@\/|\.)/.test(target)) continue
    const named = target.replace(/\.[cm]?[jt]sx?$/, '')
    const resolved = named.startsWith('@/') ? named.slice(2) : path.join(path.dirname(file), named)
    known.add(resolved)
    const other = roomOf(resolved)
    if (within(resolved, TESTING)) {
      if (!within(file, TESTING)) breaches.push(`${file} imports ${target}: ${TESTING} is for tests`)
    } else if (room && MAY_IMPORT[room] && other && other !== room && !MAY_IMPORT[room].includes(other)) {
      breaches.push(`${file} imports ${target}: ${room} may not import ${resolved}`)
    }
    for (const { from, not } of INSIDE) {
      if (within(file, from) && not.some((folder) => within(resolved, folder))) {
        breaches.push(`${file} imports ${target}: ${from} may not import ${resolved}`)
      }
    }
  }
  for (const [, name] of known.has(ONCE) ? text.matchAll(ONCE_CALL) : []) {
    const other = made.get(name ?? '')
    if (name === undefined) breaches.push(`${file} calls once() without a name in single quotes`)
    else if (other !== undefined) breaches.push(`${file} makes '${name}' by once(), as ${other} does`)
    else made.set(name, file)
  }
}

/** @param {string} place */
const roomOf = (place) => [...Object.keys(MAY_IMPORT), 'app'].find((folder) => within(place, folder))

/** Sets of nodes that import each other, directly or indirectly. @param {Graph} graph */
function circlesOf(graph) {
  /** @type {Graph} */
  const reached = new Map()
  for (const [node, targets] of graph) {
    const seen = new Set(targets)
    for (const next of seen) for (const further of graph.get(next) ?? []) seen.add(further)
    reached.set(node, seen)
  }
  const circles = [...reached].flatMap(([node, seen]) =>
    seen.has(node)
      ? [
          [...seen]
            .filter((other) => reached.get(other)?.has(node))
            .sort()
            .join(', '),
        ]
      : [],
  )
  return [...new Set(circles)]
}

/** Imports between sibling folders, by their parent folder. */
function folderGraphs() {
  /** @type {Map<string, Graph>} */
  const byParent = new Map()
  for (const [file, targets] of imports) {
    for (const target of targets) {
      const [from, to] = [file.split('/'), target.split('/')]
      const depth = from.findIndex((name, n) => name !== to[n])
      const [a, b] = [from[depth], to[depth]]
      // Only folders are siblings here, not a file and a folder.
      if (depth >= from.length - 1 || depth >= to.length - 1 || a === undefined || b === undefined) continue
      const parent = from.slice(0, depth).join('/')
      const graph = byParent.get(parent) ?? new Map()
      byParent.set(parent, graph.set(a, (graph.get(a) ?? new Set()).add(b)))
    }
  }
  return byParent
}

for (const folder of ['app', 'components', 'lib']) {
  if (!fs.existsSync(path.join(root, folder))) continue
  for (const name of fs.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).sort()) {
    if (/(?<!\.test)\.tsx?$/.test(name) && !name.includes('node_modules')) check(path.join(folder, name))
  }
}
if (fs.existsSync(path.join(root, 'proxy.ts'))) check('proxy.ts')
for (const [parent, graph] of folderGraphs()) {
  if (parent === TESTING) continue
  for (const names of circlesOf(graph)) breaches.push(`a circle of folders in ${parent || 'the root'}: ${names}`)
}
for (const circle of circlesOf(imports)) breaches.push(`a circle of imports, types included: ${circle}`)
for (const breach of breaches) console.error(breach)
process.exit(breaches.length > 0 ? 1 : 0)
