// `npm run sbom`: writes reports/sbom.cdx.json, the bill of materials (CycloneDX 1.6) of what package-lock.json installs: each
// package with its version, licence, digest and what it needs. Made from the lock alone, so the same lock gives the same
// bytes; npm's own command refuses it over a peer of a platform that is not this one.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { packageIn, readLock } from './lock.mjs'

const root = path.resolve(import.meta.dirname, '..')

/**
 * The bill of a lock file. Packages that only tests and tools of this repository use are in it as `excluded`.
 * @param {import('./lock.mjs').Lock} lock
 */
export function billOf({ packages }) {
  const { '': project = {}, ...installed } = packages
  /** @type {Map<string, ReturnType<typeof componentOf>>} */
  const components = new Map()
  /** @type {Map<string, Set<string>>} */
  const needs = new Map()
  for (const [place, entry] of Object.entries(installed)) {
    const component = componentOf(place, entry)
    const ref = component['bom-ref']
    const known = components.get(ref)
    // The same package in two places: what counts is the place that is nearest to what runs.
    if (!known || SCOPES.indexOf(component.scope) < SCOPES.indexOf(known.scope)) components.set(ref, component)
    needs.set(ref, new Set([...(needs.get(ref) ?? []), ...neededBy(place, entry, installed)]))
  }
  const main = purl(project.name ?? '', project.version ?? '')
  needs.set(main, new Set(neededBy('', project, installed)))
  const list = [...components.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(list))}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': main,
        name: project.name,
        version: project.version,
        purl: main,
        licenses: licensesOf(project.license),
      },
    },
    components: list,
    dependencies: [...needs]
      .map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].sort() }))
      .sort((a, b) => (a.ref < b.ref ? -1 : 1)),
  }
}

/** The nearest to what runs first. */
const SCOPES = ['required', 'optional', 'excluded']

/** @typedef {import('./lock.mjs').Locked} Locked */

/** @param {string} place @param {Locked} entry */
function componentOf(place, { version = '', license, integrity, dev, optional, devOptional }) {
  const full = packageIn(place)
  const [group, name] = full.startsWith('@') ? full.split('/') : [undefined, full]
  const id = purl(full, version)
  return {
    type: 'library',
    'bom-ref': id,
    ...(group && { group }),
    name,
    version,
    scope: dev || devOptional ? 'excluded' : optional ? 'optional' : 'required',
    ...(integrity && { hashes: integrity.split(' ').map(hashOf) }),
    licenses: licensesOf(license),
    purl: id,
  }
}

/** @param {string} name @param {string} version */
const purl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

/**
 * `sha512-<base64>` of the lock as the bill wants it.
 * @param {string} integrity
 */
function hashOf(integrity) {
  const [, bits = '', base64 = ''] = /^sha(\d+)-(.+)$/.exec(integrity) ?? []
  return { alg: `SHA-${bits}`, content: Buffer.from(base64, 'base64').toString('hex') }
}

/** @param {string} [license] */
function licensesOf(license) {
  if (!license) return [{ license: { name: 'not declared: see the files of the package' } }]
  return /\s/.test(license) ? [{ expression: license }] : [{ license: { id: license } }]
}

/**
 * What a package needs, as it finds it: in its own folder first, then outwards. What is not locked is not installed.
 * @param {string} place
 * @param {Locked} entry
 * @param {Record<string, Locked>} installed
 */
function neededBy(place, { dependencies, devDependencies, optionalDependencies, peerDependencies }, installed) {
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies })
  return names.flatMap((name) => {
    for (let from = place; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
      const there = path.posix.join(from, 'node_modules', name)
      const dependency = installed[there]
      if (dependency) return [purl(name, dependency.version ?? '')]
      if (from === '') return []
    }
  })
}

/**
 * A UUID that tells one bill from another and the same from none: version 8, from a digest.
 * @param {string} text
 */
function uuidOf(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

if (process.argv[1] === import.meta.filename) {
  const bill = billOf(readLock(path.join(root, 'package-lock.json')))
  fs.mkdirSync(path.join(root, 'reports'), { recursive: true })
  fs.writeFileSync(path.join(root, 'reports', 'sbom.cdx.json'), `${JSON.stringify(bill, null, 2)}\n`)
  console.log(`reports/sbom.cdx.json: ${bill.components.length} packages`)
}
