// Security rules for sources, packages and settings: prints a line per breach, exit code 1 if there is any. Most holes of
// the framework are in features that Leafscan does not use, so their absence is checked. facts/reliability.md (e) S01,
// S02, S04.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageIn, readLock } from './lock.mjs'

const root = path.resolve(import.meta.dirname, '..')
/** @type {string[]} */
const breaches = []

/**
 * The oldest version of a package without known holes; null: the package must not be installed.
 * @type {Record<string, string | null>}
 */
const OLDEST = {
  next: '16.4.5',
  // The framework's text renderer allowed code execution: CVE-2026-94545.
  satori: null,
  '@vercel/og': null,
  undici: '7.24.4',
}

/** Patterns that sources must not contain, with the reason. @type {[RegExp, string][]} */
const FORBIDDEN = [
  [/^\s*['"]use server['"]/m, 'server actions: the explorer changes nothing'],
  [/^\s*['"]use cache(?::|['"])/m, 'the framework’s cache: answers are kept by lib alone'],
  [/\bunstable_cache\b|\bfrom ['"]next\/cache['"]/, 'the framework’s cache: answers are kept by lib alone'],
  [/\bfrom ['"]next\/image['"]/, 'the image optimizer'],
  [/\bfrom ['"](?:next\/og|@vercel\/og)['"]|\bimport\(['"]next\/og['"]\)/, 'images from text by the framework'],
  [/\bNEXT_PUBLIC_/, 'variables that the build writes into the browser’s files'],
  [/\bNextResponse\.rewrite\b/, 'rewrites: they take a request where its URL does not say'],
  [/\bdangerouslySetInnerHTML\b/, 'markup from text'],
  [
    /\b(?:response|request|server|res|req)\.(?:write|end|writeHead|setHeader|flushHeaders|on|emit|listen)\s*=[^=]|\bhttps?\.(?:createServer|request|get|Server|ServerResponse)\s*=[^=]|\.prototype\.\w+\s*=[^=]/,
    'methods of Node’s servers that are replaced: subclass them (lib/server/answer.ts)',
  ],
]

/** Internals of the framework, which only lib/server/framework may use. */
const INTERNALS = /\/_next\b|__next|x-nextjs|next-router|\bheaders\.rsc\b|NEXT_PRIVATE/

/** Outgoing requests, and the files that may make them, each to hosts that the environment names. (e) S09. */
const WAY_OUT =
  /\b(?:https?|net|tls)\.(?:request|get|connect|createConnection)\(|\? https : http\)\.request\(|\bfetch\(|\bwayTo\(/
const DOORS = new Set([
  'lib/rpc-client/http.ts',
  'lib/rpc-client/way.ts',
  'lib/rpc-client/way.ts',
  // Run in the browser.
  'components/reader/habits.tsx',
  'lib/api/fetch-json.ts',
])

/**
 * Rules for next.config.mjs.
 * @type {[name: string, holds: (config: import('next').NextConfig) => boolean, rule: string][]}
 */
const SETTINGS = [
  ['poweredByHeader', (config) => config.poweredByHeader === false, 'must be false'],
  ['images.unoptimized', (config) => config.images?.unoptimized === true, 'must be true: no image optimizer'],
  ['rewrites', (config) => config.rewrites === undefined, 'must be absent'],
  ['i18n', (config) => config.i18n === undefined, 'must be absent'],
  ['productionBrowserSourceMaps', (config) => !config.productionBrowserSourceMaps, 'must be off'],
  ['cacheComponents', (config) => !config.cacheComponents && !config.experimental?.useCache, 'must be off'],
  ['env', (config) => config.env === undefined, 'must be absent: it is written into the browser’s files'],
]

const { packages } = readLock(path.join(root, 'package-lock.json'))
for (const [place, { version = '' }] of Object.entries(packages)) {
  const oldest = OLDEST[packageIn(place)]
  if (oldest === null) breaches.push(`package-lock.json: ${place} must not be a dependency`)
  else if (oldest !== undefined && isOlder(version, oldest))
    breaches.push(`package-lock.json: ${place} is ${version}, at least ${oldest} is needed`)
}

/** @param {string} version @param {string} oldest */
function isOlder(version, oldest) {
  const wanted = oldest.split('.').map(Number)
  for (const [i, part] of version.split(/[.-]/).slice(0, 3).map(Number).entries()) {
    const least = wanted[i] ?? 0
    if (part !== least) return !(part > least)
  }
  // A pre-release of the required version may lack the fix.
  return version.includes('-')
}

/** @param {string} file */
function checkSource(file) {
  const text = fs.readFileSync(path.join(root, file), 'utf8')
  for (const [pattern, why] of FORBIDDEN) {
    const [forbidden] = pattern.exec(text) ?? []
    if (forbidden !== undefined) breaches.push(`${file}: ${forbidden.trim()}: left out on purpose: ${why}`)
  }
  const knows = file.startsWith('lib/server/') || file.startsWith('lib/testing/')
  const [internal] = INTERNALS.exec(text) ?? []
  if (!knows && file.startsWith('lib/') && internal !== undefined) {
    breaches.push(`${file}: ${internal}: what the framework does inside stands in lib/server alone`)
  }
  const served = file.startsWith('lib/') && !/\/(?:testing|recorder)\//.test(file)
  const [wayOut] = WAY_OUT.exec(text) ?? []
  if (served && wayOut !== undefined && !DOORS.has(file)) {
    breaches.push(`${file}: ${wayOut}: the server goes out through ${[...DOORS].join(' and ')} alone`)
  }
}

for (const folder of ['app', 'components', 'lib']) {
  if (!fs.existsSync(path.join(root, folder))) continue
  for (const name of fs.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
    const isSource = /\.(?:tsx?|mjs|js)$/.test(name) && !/\.test\.tsx?$|(?:^|\/)node_modules\//.test(name)
    if (isSource) checkSource(path.join(folder, name))
    // A dynamic first segment would match every unknown address.
    if (folder === 'app' && /^\[[^/]*\]$/.test(name)) breaches.push(`app/${name}: no route may take every path`)
  }
}
if (fs.existsSync(path.join(root, 'proxy.ts'))) checkSource('proxy.ts')
const { default: config } = await import(pathToFileURL(path.join(root, 'next.config.mjs')).href)
for (const [name, holds, rule] of SETTINGS) if (!holds(config)) breaches.push(`next.config.mjs: ${name} ${rule}`)
for (const breach of breaches) console.error(breach)
process.exit(breaches.length > 0 ? 1 : 0)
