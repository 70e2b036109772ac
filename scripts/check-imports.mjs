// Who may import whom (DECISIONS.md of each area has the reasons): a line per breach, exit code 1 when there is one.
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/** A file under `from` must not import anything under `not`. The first path part after a slash is a folder or a file. */
const RULES = [
  { from: 'lib/rpc', not: ['app', 'components', 'lib/gateway', 'lib/indexer', 'lib/urls', 'lib/environment'] },
  {
    from: 'lib/format',
    not: ['app', 'components', 'lib/gateway', 'lib/indexer', 'lib/rpc', 'lib/urls', 'lib/environment'],
  },
  { from: 'lib/lens', not: ['app', 'components', 'lib/gateway', 'lib/indexer', 'lib/rpc', 'lib/environment'] },
  { from: 'lib/urls', not: ['app', 'components', 'lib/gateway', 'lib/indexer', 'lib/environment'] },
  {
    from: 'lib/sqlite',
    not: ['app', 'components', 'lib/gateway', 'lib/indexer', 'lib/rpc', 'lib/urls', 'lib/environment'],
  },
  {
    from: 'lib/log',
    not: ['app', 'components', 'lib/gateway', 'lib/indexer', 'lib/rpc', 'lib/urls', 'lib/environment'],
  },
  {
    from: 'lib/metrics',
    not: ['app', 'components', 'lib/gateway', 'lib/indexer', 'lib/rpc', 'lib/urls', 'lib/environment'],
  },
  { from: 'lib/gateway', not: ['app', 'components', 'lib/indexer', 'lib/http', 'lib/server'] },
  { from: 'lib/http', not: ['app', 'components', 'lib/indexer'] },
  { from: 'lib/server', not: ['app', 'components', 'lib/indexer'] },
  { from: 'lib/indexer', not: ['app', 'components', 'lib/gateway', 'lib/urls', 'lib/format'] },
  { from: 'lib/indexer/parse', not: ['lib/indexer/store', 'lib/indexer/ledger', 'lib/indexer/handlers'] },
  { from: 'lib/indexer/store', not: ['lib/indexer/ledger', 'lib/indexer/handlers'] },
  { from: 'lib/indexer/handlers', not: ['lib/indexer/ledger', 'lib/indexer/parse'] },
  { from: 'components', not: ['app', 'lib/gateway', 'lib/indexer', 'lib/environment'] },
  { from: 'app', not: ['lib/indexer'] },
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
const breaches = []

function check(file) {
  const text = fs.readFileSync(path.join(root, file), 'utf8')
  const types = Array.from(text.matchAll(TYPES), ([, target]) => target)
  for (const [, target = ''] of text.matchAll(IMPORT)) {
    const named = target.replace(/\.[cm]?[jt]sx?$/, '')
    const resolved = named.startsWith('@/')
      ? named.slice(2)
      : named.startsWith('.')
        ? path.join(path.dirname(file), named)
        : null
    if (resolved === null) continue
    const within = (place, folder) => place === folder || place.startsWith(`${folder}/`)
    if (within(resolved, TESTING) && !within(file, TESTING)) {
      breaches.push(`${file} imports ${target}: ${TESTING} is for tests`)
    }
    const isBundled = BUNDLED.some((folder) => within(file.replace(/\.tsx?$/, ''), folder))
    const isServers = SERVERS.some((folder) => within(resolved, folder)) && !DOORS.includes(resolved)
    if (isBundled && isServers && !types.includes(target)) {
      breaches.push(
        `${file} imports ${target}: pages know types of the server alone, and ask through lib/server/door.ts`,
      )
    }
    for (const { from, not } of RULES) {
      if (within(file, from) && not.some((folder) => within(resolved, folder))) {
        breaches.push(`${file} imports ${target}: ${from} does not know ${resolved}`)
      }
    }
  }
}

function walk(folder) {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') walk(place)
    else if (/\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name)) check(place)
  }
}

for (const folder of ['app', 'components', 'lib']) if (fs.existsSync(path.join(root, folder))) walk(folder)
if (fs.existsSync(path.join(root, 'proxy.ts'))) check('proxy.ts')
for (const breach of breaches) console.error(breach)
process.exit(breaches.length > 0 ? 1 : 0)
