import { formatCount, groupDigits } from '@/lib/format/numbers'

/* Of keys, copying, labels, the watchlist and the menu: loaded when needed, never with a page. */

export const offline = 'You are offline.'
export const offlineAbout = 'Showing the last data. Updates resume when you reconnect.'
export const needsNetwork = 'You are offline. This page needs the network.'
export const notLoaded = 'Could not load. Reload the page.'

export const noNextPage = 'No next page'
export const noPreviousPage = 'No previous page'
export const noHome = 'No home link on this page'
export const noLatest = 'No link to the latest transactions on this page'
export const noStatus = 'No link to the status on this page'
export const noRows = 'No rows on this page'
export const firstRow = 'First row of this page'
export const lastRow = 'Last row of this page'
export const noRowInFocus = 'No row in focus: move with j and k'
export const singleKeys = 'Enable single-key shortcuts'
export const singleKeysAbout =
  'When off, only Ctrl-K, Enter and Escape work. Saved in this browser. Ignored while you type.'

export const copied = (isDone: boolean, what: string) => `${isDone ? 'Copied' : 'The browser blocked copying'} ${what}`
export const theRow = 'the row'
export const rowsCopied = (rows: number, whole: number, format: string) =>
  `${formatCount(rows, 'row')}${whole > rows ? ` of ${groupDigits(whole)}, those on screen` : ''} as ${format}`

export const timesIn = (zone: string) => `Times in ${zone}`
export const displayAbout = 'Remembered by this browser. Print is always light.'

export const watching = 'Watching: see the home page and the menu'
export const notWatching = 'No longer watching'
export const notNameable = 'Only addresses, hashes and signatures can have labels'
export const tooManyLabels = 'Label limit reached'
export const labelSaved = 'Label saved'
export const labelRemoved = 'Label removed'
export const labelsStay = (isStored: boolean, labels: number, watched: number) =>
  `${
    isStored
      ? 'Stored in this browser only, never sent anywhere.'
      : 'This browser stores nothing: labels and watched pages last until you leave. Save them to a file.'
  } ${formatCount(labels, 'label')}, ${formatCount(watched, 'watched page')}.`
export const fileSaved = (name: string) => `Saved as ${name}`
export const importing = 'Importing replaces labels of the same text and adds watched pages. Nothing is removed.'
export const tooLarge = 'The file is larger than 1 MB: nothing imported'
export const noLabelsFile = 'Not a Leafscan labels file: nothing imported'
export const imported = (labels: number, changed: number, watched: number, skipped: number) =>
  [
    `${formatCount(labels, 'label')} added, ${changed} changed`,
    `${formatCount(watched, 'watched page')} added`,
    ...(skipped > 0 ? [`${skipped} skipped: unreadable, or above the limit`] : []),
  ].join('; ')

export const menuStays = (isStored: boolean) =>
  isStored
    ? 'Stored in this browser only.'
    : 'This browser stores nothing: recent and watched pages last until you leave.'
export const entries = (count: number) => `${formatCount(count, 'entry', 'entries')}. Type or paste to search.`
export const noMatches = 'No matches. Enter searches.'
export const matches = (count: number, first: string) =>
  `${formatCount(count, 'match', 'matches')}. Enter opens ${first}`
