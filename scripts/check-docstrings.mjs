// Every export of app/, components/ and lib/ says what it is: a docstring (`/** … */`) stands right above it. A line per
// export without one, exit code 1 when there is any. What the framework calls by its name needs none: there the name says it.
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const FOLDERS = ['app', 'components', 'lib']

/** Not read: tests, what only they use, and the recorder, which is a program of its own. */
const LEFT_OUT = /(?:\.test\.tsx?$)|^lib\/testing\/|^lib\/indexer\/sandbox\/recorder\//

/** What Next.js calls by this name, in files that it finds by theirs. */
const CONVENTIONS =
  /^(?:metadata|generateMetadata|viewport|generateStaticParams|dynamic|dynamicParams|revalidate|runtime|maxDuration|GET|HEAD|OPTIONS|POST)$/
const CONVENTIONAL_FILE = /^app\/(?:.*\/)?(?:page|layout|route|error|not-found|robots|sitemap|manifest)\.tsx?$/

const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) ([\w$]+)/

/**
 * Names of the exports of a source that have no docstring, with their lines. Of a function with several signatures the
 * first needs one; re-exports and `export default` need none.
 * @param {string} file from the repository's root
 * @param {string} text
 * @returns {{ name: string, line: number }[]}
 */
export function undocumented(file, text) {
  const lines = text.split('\n')
  /** @type {Set<string>} */
  const met = new Set()
  return lines.flatMap((line, at) => {
    const [, name] = EXPORT.exec(line) ?? []
    if (name === undefined || met.has(name)) return []
    met.add(name)
    if (CONVENTIONS.test(name) && CONVENTIONAL_FILE.test(file)) return []
    return hasDocstring(lines, at) ? [] : [{ name, line: at + 1 }]
  })
}

/**
 * Whether a docstring ends right above a line; remarks to tools may stand between them.
 * @param {string[]} lines
 * @param {number} at
 */
function hasDocstring(lines, at) {
  let above = at - 1
  while (lines[above]?.startsWith('//')) above--
  if (!lines[above]?.trimEnd().endsWith('*/')) return false
  while (above >= 0 && !lines[above]?.includes('/*')) above--
  return lines[above]?.trimStart().startsWith('/**') ?? false
}

/**
 * Sources below a folder.
 * @param {string} folder from the repository's root
 * @returns {string[]}
 */
function sourcesIn(folder) {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const place = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourcesIn(place)
    return /\.(?:tsx?|mjs)$/.test(entry.name) && !LEFT_OUT.test(place) ? [place] : []
  })
}

if (process.argv[1] === import.meta.filename) {
  const breaches = FOLDERS.flatMap(sourcesIn).flatMap((file) =>
    undocumented(file, fs.readFileSync(path.join(root, file), 'utf8')).map(
      ({ name, line }) => `${file}:${line}: ${name} has no docstring`,
    ),
  )
  for (const breach of breaches) console.error(breach)
  process.exit(breaches.length > 0 ? 1 : 0)
}
