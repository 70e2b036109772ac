// What a benchmark says: tables on the terminal, and the same figures in bench/results.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** @typedef {{ title: string, columns: string[], rows: (string | number)[][] }} Table */

/**
 * What a benchmark answers.
 * @typedef {object} Result
 * @property {Table[]} tables
 * @property {string[]} [notes]
 * @property {string[]} [missed] budgets that were not kept
 * @property {string} [skipped] why it did not run: then there are no tables
 * @property {boolean} [isRecorded] false where the figures are not to be written
 */

/** Options of `npm run bench`. @typedef {{ accounts?: number, keep?: string }} Options */

/**
 * Prints tables with the first column to the left and figures to the right.
 * @param {Table[]} tables
 */
export function printTables(tables) {
  for (const { title, columns, rows } of tables) {
    const lines = [columns, ...rows].map((cells) => cells.map(String))
    const widths = columns.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
    /** @param {string[]} cells */
    const line = (cells) =>
      cells
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
    console.log(`\n${title}`)
    console.log(line(lines[0] ?? []))
    console.log(widths.map((width) => '-'.repeat(width)).join('  '))
    for (const cells of lines.slice(1)) console.log(line(cells))
  }
}

/**
 * Writes bench/results/<name>.json. It is committed, so it says what a figure depends on and nothing that tells whose
 * machine it was: no host name, no path.
 * @param {string} name
 * @param {{ title: string, tables: Table[], notes: string[], missed: string[] }} result
 */
export function writeResult(name, result) {
  const folder = path.join(import.meta.dirname, 'results')
  fs.mkdirSync(folder, { recursive: true })
  const { title, tables, notes, missed } = result
  const written = {
    benchmark: name,
    title,
    date: new Date().toISOString(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cores: os.availableParallelism(),
    // Other work on the machine: wall times taken under load are only good for ratios.
    loadAverage: Number((os.loadavg()[0] ?? 0).toFixed(1)),
    notes,
    missed,
    tables: tables.map(({ title, columns, rows }) => ({
      title,
      rows: rows.map((cells) => Object.fromEntries(cells.map((cell, column) => [columns[column], cell]))),
    })),
  }
  fs.writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(written, null, 2)}\n`)
}

/**
 * A figure with as many decimals as it deserves.
 * @param {number} value
 * @param {number} decimals
 */
export function rounded(value, decimals = value < 10 ? 2 : value < 100 ? 1 : 0) {
  return Number(value.toFixed(decimals))
}
