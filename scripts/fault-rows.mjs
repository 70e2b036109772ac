// docs/faults.md names for each row of the fault plan the files whose tests show it. A run keeps that promise where in each
// of these files that ran a test whose title begins with the row has passed.
import fs from 'node:fs'
import path from 'node:path'

/** Rows of the fault plan: F01 to F51, B01 to B12. */
const PLAN = { F: 51, B: 12 }

/** @typedef {{ id: string, files: string[], leftOut: boolean }} Row a row, with its files from the repository's root */

/**
 * Rows of the table with the files that they name; none for a row that says why it is left out.
 * @param {string} text of docs/faults.md
 * @returns {Row[]}
 */
export function rowsIn(text) {
  return [...text.matchAll(/^\| ([A-Z]\d\d) \|.*\| (.+) \|$/gm)].map(([, id = '', cell = '']) => ({
    id,
    files: [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    leftOut: /^Left out: \S/.test(cell),
  }))
}

/**
 * What the table lacks, a line each.
 * @param {Row[]} rows
 * @param {string} root of the repository.
 */
export function faultsOfTable(rows, root) {
  const ids = Object.entries(PLAN).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, i) => `${letter}${String(i + 1).padStart(2, '0')}`),
  )
  const missing = ids.filter((id) => rows.filter((row) => row.id === id).length !== 1)
  const bare = rows.filter(({ files, leftOut }) => files.length === 0 && !leftOut)
  const gone = rows.flatMap(({ id, files }) =>
    files.filter((file) => !fs.existsSync(path.join(root, file))).map((file) => `${id}: there is no ${file}`),
  )
  return [
    ...missing.map((id) => `${id} does not stand in docs/faults.md once`),
    ...bare.map(({ id }) => `${id} names neither a test nor a reason`),
    ...gone,
  ]
}

/**
 * What the table promises of the files that ran and no test showed, a line each.
 * @param {Row[]} rows
 * @param {{ file: string, title: string, passed: boolean }[]} ran tests; files from the repository's root.
 */
export function unshown(rows, ran) {
  const files = new Set(ran.map(({ file }) => file))
  /** @param {string} id @param {string} file */
  const shows = (id, file) => ran.some((test) => test.file === file && test.passed && rowsOf(test.title).includes(id))
  return rows.flatMap((row) =>
    row.files
      .filter((file) => files.has(file) && !shows(row.id, file))
      .map((file) => `${row.id}: no test in ${file} shows it`),
  )
}

/**
 * The rows that a title begins with: `F32 F35 members of another form`.
 * @param {string} title
 */
function rowsOf(title) {
  /** @type {string[]} */
  const ids = []
  for (const word of title.split(' ')) {
    if (!/^[A-Z]\d\d$/.test(word)) break
    ids.push(word)
  }
  return ids
}
