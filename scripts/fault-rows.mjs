// docs/faults.md lists, for each row of the fault plan, the files that test it. In each of these files that ran, a test
// whose title begins with the row must have passed.

/** @typedef {{ id: string, files: string[], leftOut: boolean }} Row a row, with its files from the repository's root */

/**
 * Rows of the table and the files they list: none for a row that explains why it is left out.
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
 * One line for each row that no passed test of a listed file shows.
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

/** The rows that a title begins with: `F32 F35 members of another form`. @param {string} title */
const rowsOf = (title) => /^(?:[A-Z]\d\d )*/.exec(title)?.[0].split(' ') ?? []
