// Releases of an assembled folder: each in a folder of its own below `releases/`, the one that runs behind the link
// `current`, the one that ran before it behind `previous`. A running process stays in its release, wherever the link leads.
import fs from 'node:fs'
import path from 'node:path'

/** Releases that stay: the newest ones, beside the two that are linked. */
const NEWEST = 3

/** Where a release has the files that pages load, whose names are digests of their content. */
const STATIC = path.join('.next', 'static')

/** Names of the files that a release was built with: it holds those of the releases before it too. */
const OWN = 'static-files.json'

/**
 * Why this folder can take no release; null where it can: it is not there yet, is empty, has releases, or was assembled
 * before there were any.
 * @param {string} folder
 */
export function whyNotTaken(folder) {
  if (!fs.existsSync(folder)) return null
  if (!fs.statSync(folder).isDirectory()) return `${folder} is no folder`
  const names = fs.readdirSync(folder)
  if (names.length === 0 || names.includes('releases') || isFlat(folder)) return null
  return `${folder} holds something else: give a folder that is empty, not there yet, or was assembled before`
}

/** Whether it holds one release directly, as all did once. @param {string} folder */
export function isFlat(folder) {
  return fs.existsSync(path.join(folder, 'scripts', 'start.mjs')) && fs.existsSync(path.join(folder, 'dist'))
}

/**
 * Puts a release into the folder under a name that is free, and has `current` lead to it. It appears whole. Returns its name.
 * @param {string} folder
 * @param {string} name version and commit
 * @param {(place: string) => Promise<void>} make fills an empty folder
 */
export async function addRelease(folder, name, make) {
  const releases = path.join(folder, 'releases')
  fs.mkdirSync(releases, { recursive: true })
  for (const way of [folder, releases]) fs.chmodSync(way, 0o755)
  const partial = fs.mkdtempSync(path.join(releases, '.partial-'))
  try {
    await make(partial)
    fs.writeFileSync(path.join(partial, OWN), JSON.stringify(filesBelow(path.join(partial, STATIC))))
    for (const older of releasesOf(folder)) keepStatic(path.join(releases, older), partial)
    readable(partial)
    let free = name
    for (let n = 2; fs.existsSync(path.join(releases, free)); n++) free = `${name}.${n}`
    fs.renameSync(partial, path.join(releases, free))
    const before = linked(folder, 'current')
    if (before !== null) link(folder, 'previous', before)
    link(folder, 'current', free)
    drop(folder)
    return free
  } finally {
    fs.rmSync(partial, { recursive: true, force: true })
  }
}

/**
 * Has `current` lead to the release that was current before; a second time leads back. Returns the names of both.
 * @param {string} folder
 * @throws Error in one line when there is none
 */
export function rollBack(folder) {
  const [from, to] = [linked(folder, 'current'), linked(folder, 'previous')]
  if (from === null || to === null) throw new Error(`${folder} has no release before the current one`)
  link(folder, 'current', to)
  link(folder, 'previous', from)
  return { from, to }
}

/** Names of the releases, the newest first. @param {string} folder */
export function releasesOf(folder) {
  const releases = path.join(folder, 'releases')
  /** @param {string} name */
  const born = (name) => fs.statSync(path.join(releases, name)).mtimeMs
  return fs
    .readdirSync(releases)
    .filter((name) => !name.startsWith('.'))
    .sort((a, b) => born(b) - born(a) || (a < b ? 1 : -1))
}

/** The release that a link leads to; null without one. @param {string} folder @param {string} name */
export function linked(folder, name) {
  try {
    const release = path.basename(fs.readlinkSync(path.join(folder, name)))
    return fs.existsSync(path.join(folder, 'releases', release)) ? release : null
  } catch {
    return null
  }
}

/** In one step: there is no moment without the link. @param {string} folder @param {string} name @param {string} release */
function link(folder, name, release) {
  const next = path.join(folder, `.${name}-${process.pid}`)
  fs.rmSync(next, { force: true })
  fs.symlinkSync(path.join('releases', release), next)
  fs.renameSync(next, path.join(folder, name))
}

/**
 * Takes over what pages load that were opened before: an explorer that runs the new release answers them too.
 * @param {string} older
 * @param {string} place
 */
function keepStatic(older, place) {
  /** @type {string[]} */
  const own = fs.existsSync(path.join(older, OWN)) ? JSON.parse(fs.readFileSync(path.join(older, OWN), 'utf8')) : []
  for (const file of own) {
    const from = path.join(older, STATIC, file)
    const to = path.join(place, STATIC, file)
    if (!fs.existsSync(from) || fs.existsSync(to)) continue
    fs.mkdirSync(path.dirname(to), { recursive: true })
    fs.copyFileSync(from, to)
  }
}

/** Removes what neither link leads to, but for the newest ones. @param {string} folder */
function drop(folder) {
  const staying = new Set([
    linked(folder, 'current'),
    linked(folder, 'previous'),
    ...releasesOf(folder).slice(0, NEWEST),
  ])
  for (const name of releasesOf(folder)) {
    if (!staying.has(name)) fs.rmSync(path.join(folder, 'releases', name), { recursive: true })
  }
}

/** For the user that a service runs as, whatever the umask of whoever assembles. @param {string} place */
function readable(place) {
  fs.chmodSync(place, 0o755)
  for (const entry of fs.readdirSync(place, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) fs.chmodSync(file, 0o755)
    else if (entry.isFile()) fs.chmodSync(file, fs.statSync(file).mode & 0o100 ? 0o755 : 0o644)
  }
}

/** Paths of all files below a folder; none where it is not there. @param {string} place @returns {string[]} */
function filesBelow(place) {
  if (!fs.existsSync(place)) return []
  return fs
    .readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(place, path.join(entry.parentPath, entry.name)))
    .sort()
}
