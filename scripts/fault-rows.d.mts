interface Row {
  id: string
  /** From the repository's root. */
  files: string[]
  leftOut: boolean
}

/** Rows of docs/faults.md with the files that they name. */
export function rowsIn(text: string): Row[]

/** What the table lacks, a line each. */
export function faultsOfTable(rows: Row[], root: string): string[]

/** What the table promises of the files that ran and no test showed, a line each. */
export function unshown(rows: Row[], ran: { file: string; title: string; passed: boolean }[]): string[]
