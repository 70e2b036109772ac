// Who may import whom (docs/architecture.md draws it): a line per breach and per circle, exit code 1 when there is one.
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/**
 * The rooms, and for each the rooms that it may know. Files that stand directly in lib/ belong to no room: everybody may
 * know them, but for the environment.
 * @type {Record<string, string[]>}
 */
const MAY_KNOW = {
  'lib/format': [],
  'lib/light': [],
  'lib/sqlite': [],
  'lib/log': [],
  'lib/metrics': [],
  'lib/rate-limits': [],
  'lib/outbound': [],
  'lib/trace': ['lib/log', 'lib/outbound'],
  'lib/labels': [],
  'lib/rpc': [],
  'lib/api': ['lib/rpc'],
  'lib/export': ['lib/rpc', 'lib/api', 'lib/format', 'lib/lens', 'lib/urls'],
  'lib/urls': ['lib/rpc', 'lib/api', 'lib/format'],
  'lib/lens': ['lib/rpc', 'lib/format', 'lib/urls'],
  'lib/holdings': ['lib/rpc', 'lib/api', 'lib/format', 'lib/lens', 'lib/urls'],
  'lib/summary': ['lib/rpc', 'lib/api', 'lib/format', 'lib/holdings', 'lib/urls'],
  'lib/pages': ['lib/rpc', 'lib/api', 'lib/format', 'lib/holdings', 'lib/urls', 'lib/summary'],
  'lib/chain': ['lib/rpc', 'lib/api', 'lib/light', 'lib/format', 'lib/labels'],
  'lib/gateway': [
    'lib/rpc',
    'lib/api',
    'lib/chain',
    'lib/light',
    'lib/format',
    'lib/lens',
    'lib/urls',
    'lib/sqlite',
    'lib/log',
    'lib/metrics',
    'lib/rate-limits',
    'lib/trace',
    'lib/outbound',
    // Turns by peer: they know nothing of HTTP.
    'lib/http/turns/turns',
  ],
  'lib/http': [
    'lib/gateway',
    'lib/rpc',
    'lib/api',
    'lib/chain',
    'lib/export',
    'lib/format',
    'lib/lens',
    'lib/urls',
    'lib/summary',
    'lib/pages',
    'lib/log',
    'lib/metrics',
    'lib/rate-limits',
    'lib/trace',
    'lib/server/door',
    'lib/light/associated-token-account',
  ],
  'lib/server': [
    'lib/http',
    'lib/gateway',
    'lib/chain',
    'lib/rpc',
    'lib/api',
    'lib/urls',
    'lib/pages',
    'lib/log',
    'lib/metrics',
    'lib/trace',
  ],
  'lib/indexer': ['lib/rpc', 'lib/light', 'lib/sqlite', 'lib/log', 'lib/metrics', 'lib/rate-limits', 'lib/outbound'],
  components: ['lib/rpc', 'lib/api', 'lib/export', 'lib/format', 'lib/holdings', 'lib/labels', 'lib/lens', 'lib/urls'],
  app: [
    'components',
    'lib/rpc',
    'lib/api',
    'lib/export',
    'lib/format',
    'lib/holdings',
    'lib/labels',
    'lib/lens',
    // An address that is derived, not the protocol behind it.
    'lib/light/associated-token-account',
    'lib/pages',
    'lib/summary',
    'lib/urls',
    // What the framework bundles knows types alone of them, see below.
    'lib/gateway',
    'lib/http',
    'lib/server',
  ],
}

/** Rooms that read the environment. */
const KNOWS_ENVIRONMENT = ['lib/gateway', 'lib/http', 'lib/server', 'lib/indexer', 'lib/outbound']

/** Inside a room: a file under `from` must not import anything under `not`. */
const INSIDE = [
  { from: 'lib/indexer/store', not: ['lib/indexer/ledger', 'lib/indexer/handlers'] },
  { from: 'lib/indexer/handlers', not: ['lib/indexer/ledger', 'lib/light'] },
]

/**
 * What the framework bundles, and the server's folders of which it may know types alone: they run in the server, where
 * there is one of each, and pages reach them through the door.
 */
const BUNDLED = ['app', 'components', 'proxy', 'lib/http/route-handler']
const SERVERS = ['lib/gateway', 'lib/http', 'lib/server']
const DOORS = ['lib/server/door', 'lib/http/route-handler']

/** What is made for tests, which only tests and its own files may import. */
const TESTING = 'lib/testing'

const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g
const TYPES = /(?:import|export) type [^']*from '([^']+)'/g
/** @type {string[]} */
const breaches = []
/** What each file imports, types too: names without endings. @type {Map<string, Set<string>>} */
const imports = new Map()

/** @param {string} place @param {string} folder */
const within = (place, folder) => place === folder || place.startsWith(`${folder}/`)

/** @param {string} file */
function check(file) {
  const text = fs.readFileSync(path.join(root, file), 'utf8')
  const types = Array.from(text.matchAll(TYPES), ([, target]) => target)
  const name = file.replace(/\.tsx?$/, '')
  const room = Object.keys(MAY_KNOW).find((folder) => within(name, folder))
  /** @type {Set<string>} */
  const known = new Set()
  imports.set(name, known)
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
    const isBundled = BUNDLED.some((folder) => within(name, folder))
    const isServers = SERVERS.some((folder) => within(resolved, folder)) && !DOORS.includes(resolved)
    if (isBundled && isServers && !types.includes(target)) {
      breaches.push(
        `${file} imports ${target}: pages know types of the server alone, and ask through lib/server/door.ts`,
      )
      continue
    }
    if (room !== undefined && !mayKnow(room, resolved)) {
      breaches.push(`${file} imports ${target}: ${room} does not know ${resolved}`)
    }
    for (const { from, not } of INSIDE) {
      if (within(file, from) && not.some((folder) => within(resolved, folder))) {
        breaches.push(`${file} imports ${target}: ${from} does not know ${resolved}`)
      }
    }
  }
}

/** @param {string} room @param {string} place */
function mayKnow(room, place) {
  if (within(place, room)) return true
  if (place === 'lib/environment') return KNOWS_ENVIRONMENT.includes(room)
  if (place.startsWith('lib/') && !place.slice('lib/'.length).includes('/')) return true
  // Beside the rooms: package.json, scripts and the like.
  const isOutside = !['app', 'components', 'lib'].some((top) => within(place, top))
  return isOutside || MAY_KNOW[room]?.some((folder) => within(place, folder))
}

/** Each set of files that import each other, directly or around a corner. Tarjan's strongly connected components. */
function circles() {
  /** @type {string[][]} */
  const components = []
  /** In which order files were met. @type {Map<string, number>} */
  const index = new Map()
  /** @type {string[]} */
  const stack = []
  /** Answers the first file of the stack, by its index, that this one leads back to. @type {(file: string) => number} */
  const visit = (file) => {
    const own = index.size
    const targets = imports.get(file) ?? new Set()
    let first = own
    index.set(file, own)
    stack.push(file)
    for (const next of targets) {
      if (!imports.has(next)) continue
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
  for (const file of imports.keys()) if (!index.has(file)) visit(file)
  return components
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
for (const circle of circles()) breaches.push(`a circle of imports, types included: ${circle.join(', ')}`)
for (const breach of breaches) console.error(breach)
process.exit(breaches.length > 0 ? 1 : 0)
