import { groupDigits } from '@/lib/format/numbers'

/* Of continuous lists, whose scripts are loaded when needed. */

export const rowsLoaded = (rows: number) => `${groupDigits(rows)} rows loaded`
export const returning = (to: number, loaded: number) =>
  `Returning to row ${groupDigits(to)}: ${groupDigits(loaded)} loaded so far.`
export const formerPlace = (row: number) =>
  `The linked row is no longer in the list. Showing its former place, row ${groupDigits(row)}.`
export const loadedStay = 'Loaded rows stay. Loading resumes where it stopped.'
export const stuck = 'The indexer’s next response only repeats loaded rows, so loading stopped. There may be more.'
export const full = (most: number) => `This page is full: at most ${groupDigits(most)} rows, fewer with much data.`
export const continueFrom = (row: number) => `Continue from row ${groupDigits(row)}`
export const asPages = 'Switch to pages'
export const toTop = 'Back to top'
