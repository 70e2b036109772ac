import fs from 'node:fs'
import path from 'node:path'

/** Files of the build that only later builds need. */
const BUILD_NOTES =
  /^\.next\/(?:cache|dev|diagnostics|standalone|trace|trace-build|turbopack|types|build|leafscan-inputs)(?:\/|$)/

/** The traces list the image optimizer, which is switched off, with its dependencies, and a compiler. */
const UNUSED_PACKAGES = /^node_modules\/(?:@img|sharp|detect-libc|semver|typescript)\//

/**
 * The traces omit what a custom server needs to start the framework, so its whole package ships, except for documentation
 * and duplicates; its renderers are traced.
 */
const FRAMEWORK = 'node_modules/next/dist'
const FRAMEWORK_UNUSED = [
  /^(?:esm|docs|bundle-analyzer|next-devtools|server\/capsize-font-metrics\.json)/,
  /^compiled\/(?:next-server|next-devtools|babel|babel-packages|terser|react-server-dom-webpack|.*-experimental)\//,
  /^compiled\/@vercel\/(?:og|nft)\//,
  /\.development\.js$/,
]

/** Types, sources, source maps and traces. */
const UNUSED_FILE = /\.(?:[cm]?tsx?|map|nft\.json|test\.js)$/

/**
 * Files of the built explorer and of its packages, relative to the repository: those in the framework's traces, for
 * itself (`next-server.js.nft.json`) and for each route.
 * @param {string} root a repository with a build
 */
export function shippedFiles(root) {
  /** @param {string} folder */
  const filesIn = (folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)).replaceAll(path.sep, '/'))
  const built = filesIn('.next')
  const traced = built
    .filter((file) => /^\.next\/(?:next-server\.js|server\/.*)\.nft\.json$/.test(file))
    .flatMap((file) => {
      /** @type {{ files: string[] }} */
      const { files } = JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'))
      return files.map((name) => path.posix.join(path.posix.dirname(file), name))
    })
    .filter((file) => file.startsWith('node_modules/') && !UNUSED_PACKAGES.test(file))
  const own = built.filter((file) => !BUILD_NOTES.test(file))
  const framework = filesIn(FRAMEWORK).filter((file) =>
    FRAMEWORK_UNUSED.every((pattern) => !pattern.test(file.slice(FRAMEWORK.length + 1))),
  )
  return [...new Set([...own, ...traced, ...framework])].filter((file) => !UNUSED_FILE.test(file)).sort()
}

/** Whether this machine's C library is glibc. */
export function hasGlibc() {
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return header.glibcVersionRuntime !== undefined
}

/**
 * Whether a native library, by its name, is for another C library than this machine's.
 * @param {string} file
 */
export function isForeign(file) {
  return process.platform === 'linux' && new RegExp(hasGlibc() ? 'musl' : 'glibc|gnu').test(path.basename(file))
}
