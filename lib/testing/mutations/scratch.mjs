// Copies of the sources, in which mutations are made: whoever runs the script keeps working in their own tree.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** What is built, installed or recorded, and no source. */
const LEFT_OUT = new Set(['.git', '.next', '.data', 'node_modules', 'dist', 'reports', 'test-results', 'shots'])

const PREFIX = 'leafscan-mutations-'

/**
 * `count` copies of the tree at `root`, in a folder of their own that ends with the process, however that ends.
 * `whole`: installed packages are copied too, because the build does not follow links out of its tree.
 * @param {string} root
 * @param {number} count
 * @param {boolean} whole
 * @returns {{ trees: string[], remove: () => void }}
 */
export function makeCopies(root, count, whole = false) {
  removeLeftovers()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `${PREFIX}${process.pid}-`))
  // Some tests run programs as another user, who must come this far.
  fs.chmodSync(folder, 0o755)
  const remove = () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', remove)
  const modules = fs.realpathSync(path.join(root, 'node_modules'))
  const trees = Array.from({ length: count }, (_, i) => {
    const tree = path.join(folder, String(i + 1))
    fs.cpSync(root, tree, {
      recursive: true,
      filter: (from) => !LEFT_OUT.has(path.relative(root, from)),
    })
    if (whole) fs.cpSync(modules, path.join(tree, 'node_modules'), { recursive: true, verbatimSymlinks: true })
    else fs.symlinkSync(modules, path.join(tree, 'node_modules'))
    return tree
  })
  return { trees, remove }
}

/** A run that was killed could not remove its folder: the next one does. */
function removeLeftovers() {
  for (const name of fs.readdirSync(os.tmpdir())) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    fs.rmSync(path.join(os.tmpdir(), name), { recursive: true, force: true })
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
