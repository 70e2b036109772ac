import type { CreatedRange } from '@/lib/api/request-params'
import { formatCount } from '@/lib/format/numbers'
import { createdText } from '@/lib/listing/address/created'

/* Of lists, for the server alone. */

export const NO_CONSUMED = 'Consumed accounts are not listed; they open by their hash.'

export const noScript = 'Continuous lists need JavaScript. Without it, rows come a page at a time.'
export const olderLink = 'This link is of an earlier version. The list is shown from its first page.'

export const createdAbout =
  'A time in UTC (2026-11-20 or 2026-11-20T10:05), an age (30m, 1h, 7d) or a slot. Up to 10,000 rows.'
export const noneInTime = 'No rows in this time'
export const noneCreated = (created: CreatedRange, of: number | null) =>
  `None${of === null ? '' : ` of the ${formatCount(of, 'row')} of this list`} was ${createdText(created)}. ${NO_CONSUMED}`

export const fromHere = 'This page and all after it'
export const onePage = 'Its rows only'
export const withProof = 'All rows, each checked against its hash'
export const bare = 'All rows and column names, nothing else'

export const orders = {
  age: ['oldest first', 'newest first'],
  length: ['shortest first', 'longest first'],
  size: ['least first', 'greatest first'],
  alphabet: ['A first', 'Z first'],
} as const
export const copies = [
  { habit: 'tsv', words: 'For a spreadsheet', about: 'This page, tab-separated, long integers as text' },
  { habit: 'markdown', words: 'As Markdown', about: 'This page as a table, full values, exact integers' },
  { habit: 'row', words: 'Focused row', about: 'With its header, tab-separated (key c)' },
]
