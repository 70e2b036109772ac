// docs/faults.md names for each row of the fault plan the files whose tests show it. A run keeps that promise where in each
// of these files that ran a test whose title begins with the row has passed.

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

/** The rows that a title begins with: `F32 F35 members of another form`. @param {string} title */
const rowsOf = (title) => /^(?:[A-Z]\d\d )*/.exec(title)?.[0].split(' ') ?? []
