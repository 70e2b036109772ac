// Releases are folders below `releases/`. The link `current` points to the release to run, `previous` to the one before.
// A running process keeps its release when the links change.
import fs from 'node:fs'
import path from 'node:path'

/** Releases that are kept, besides the two that are linked. */
const NEWEST = 3

/** Files that pages load, named by a digest of their content. */
const STATIC = path.join('.next', 'static')

/** Lists the static files of a release's own build; the folder also has those of earlier releases. */
const OWN = 'static-files.json'

/**
 * Why a release cannot be added to this folder; null if it can: the folder is absent, empty, or has releases, or one
 * release directly.
 * @param {string} folder
 */
export function targetProblem(folder) {
  if (!fs.existsSync(folder)) return null
  if (!fs.statSync(folder).isDirectory()) return `${folder} is no folder`
  const names = fs.readdirSync(folder)
  if (names.length === 0 || names.includes('releases') || isFlat(folder)) return null
  return `${folder} holds something else: give a folder that is empty, not there yet, or was assembled before`
}

/** Whether the folder holds one release directly, the form of earlier versions. @param {string} folder */
export function isFlat(folder) {
  return fs.existsSync(path.join(folder, 'scripts', 'start.mjs')) && fs.existsSync(path.join(folder, 'dist'))
}

/**
 * Adds a release under a free name and points `current` to it, at once. Returns the name.
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
 * Swaps `current` and `previous`. Returns both names.
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

/** Name of the release that a link points to; null without a link. @param {string} folder @param {string} name */
export function linked(folder, name) {
  try {
    const release = path.basename(fs.readlinkSync(path.join(folder, name)))
    return fs.existsSync(path.join(folder, 'releases', release)) ? release : null
  } catch {
    return null
  }
}

/** Replaces the link atomically. @param {string} folder @param {string} name @param {string} release */
function link(folder, name, release) {
  const next = path.join(folder, `.${name}-${process.pid}`)
  fs.rmSync(next, { force: true })
  fs.symlinkSync(path.join('releases', release), next)
  fs.renameSync(next, path.join(folder, name))
}

/**
 * Copies static files of the older release, which pages that are still open may load.
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

/** Removes releases that are neither linked nor among the newest. @param {string} folder */
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

/** So that the user of the service can read it, whatever the umask here. @param {string} place */
export function readable(place) {
  fs.chmodSync(place, 0o755)
  for (const entry of fs.readdirSync(place, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) fs.chmodSync(file, 0o755)
    else if (entry.isFile()) fs.chmodSync(file, fs.statSync(file).mode & 0o100 ? 0o755 : 0o644)
  }
}

/** Paths of all files below a folder; none if the folder is absent. @param {string} place @returns {string[]} */
function filesBelow(place) {
  if (!fs.existsSync(place)) return []
  return fs
    .readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(place, path.join(entry.parentPath, entry.name)))
    .sort()
}
