import { z } from 'zod'
import { safeInteger as count, integer, slot, isoTime as time } from '../protocol/rpc/primitives'
import { PROBLEM_KINDS } from './problem-kinds'

/* What answers of the API have besides their result. Their types stand in files that browsers load. */

const text = z.string()
const number = z.number()
const texts = z.array(text).readonly()
const code = z.enum(Object.keys(PROBLEM_KINDS) as (keyof typeof PROBLEM_KINDS)[])

/** A failure of the explorer's API (design.md 4.4), RFC 9457. Never holds an upstream's raw text or URL. */
export const problem = z.object({
  type: z.literal('about:blank'),
  title: text,
  status: number,
  code,
  detail: text,
  retryable: z.boolean(),
  /** Milliseconds; absent where unknown. */
  retryAfterMs: number.exactOptional(),
  requestId: text.exactOptional(),
  lag: number.exactOptional(),
  minSlot: number.exactOptional(),
  /** The indexer's slot, for `slot_not_reached`; absent where unknown. */
  slot: number.exactOptional(),
  invalid: z.array(z.object({ name: text, message: text })).exactOptional(),
  upstream: z.object({ code: number, message: text }).exactOptional(),
})

/** Where an IDL was read, whose claim it therefore is. `authority` null: the account names none. */
export const idlSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file') }),
  z.object({ kind: z.enum(['Program Metadata', 'Anchor']), account: text, authority: text.nullable() }),
])

/** hash: SHA-256 of the text, hex. */
export const idlFound = z.object({ state: z.literal('found'), source: idlSource, hash: text })

/**
 * What is known about a program's IDL: `absent`, `damaged` (there is one, and it cannot be read), `failed` (the chain node did
 * not answer) and `not asked` (no chain node, too many look-ups, or a preview) are different facts.
 */
export const idlMissing = [
  z.object({ state: z.literal('absent') }),
  z.object({ state: z.literal('not asked') }),
  z.object({ state: z.literal('damaged'), source: idlSource, reason: text }),
  z.object({ state: z.literal('failed'), reason: text }),
] as const

/** A field of a struct, in the order of the struct. */
export const idlColumn = z.object({
  name: text,
  type: text,
  /** Bytes that every account of the struct has at this place; absent: they move. */
  place: z.object({ offset: count, length: count }).exactOptional(),
})

export const idlStructs = z.record(text, z.array(idlColumn))

/** `meta.idl` of an answer whose rows have data. `structs`: those of its rows. */
export const answerIdl = z.discriminatedUnion('state', [...idlMissing, idlFound.extend({ structs: idlStructs })])

const mintSum = z.object({ mint: text, amount: integer })

export const wholeStop = z.object({
  /**
   * `unattended`: no client waits; `indexer`: waits for it to recover; `slow`: a part took over two seconds; `calls`: budget
   * spent; `memory`: too many rows, an export needs less; `estimate`: only that was requested; `failed`: retrying cannot help.
   */
  code: z.enum(['unattended', 'indexer', 'slow', 'calls', 'memory', 'estimate', 'failed']),
  text,
  /** Milliseconds until a request can resume reading. Absent: at once, or never (`failed`, or `memory` at one list's limit). */
  retryAfterMs: number.exactOptional(),
})

/** Estimated from the list's first answer and three sample parts. */
export const wholeEstimate = z.object({
  calls: count,
  isAtLeast: z.boolean(),
  rows: count,
  seconds: number,
  how: text,
})

export const wholeRows = z.object({
  found: count,
  withData: count,
  withoutData: count,
  unproven: count,
  created: count,
})

export const wholeParts = z.object({
  whole: count,
  split: count,
  /** Parts neither complete nor divisible: listed in `claim`. */
  unproven: count,
  left: count,
})

/** `offset` counts from after the discriminator. */
export const partBytes = z.object({ offset: count, hex: text })

export const unprovenPart = z.object({
  bytes: z.array(partBytes).readonly(),
  rows: count,
  /**
   * `alike`: rows with the same data cannot be split; `filters`: no further filter fits; `too_large`: one row is too large;
   * `missing`: a row listed before at the same slot is absent; `foreign`: rows outside the filter; `repeated`: duplicate row.
   */
  why: z.enum(['alike', 'filters', 'too_large', 'missing', 'foreign', 'repeated']),
})

export const wholeSum = z.object({
  lamports: integer,
  /** Base units; absent unless all token accounts are of one mint. */
  tokens: mintSum.exactOptional(),
  /** True if no row was created meanwhile, all parts are proven and a second read found the same rows. */
  exact: z.boolean(),
})

export const wholeClaim = z.object({
  complete: z.boolean().nullable(),
  /**
   * `proven`: every account with at least `fromBytes` bytes of data, live from `slots.from` to `slots.to`, is listed once.
   * `shorter`: rows found with fewer bytes; there may be more.
   */
  withData: z.object({ rows: count, proven: z.boolean(), fromBytes: count, shorter: count }),
  /** `proven`: there are no more accounts without data. */
  withoutData: z.object({ rows: count, proven: z.boolean() }),
  unproven: z.array(unprovenPart).readonly(),
  sum: wholeSum,
  sentences: texts,
})

export const wholeReport = z.object({
  /** `paused`: no client waits, or the indexer fails; `ended`: read as far as possible. */
  state: z.enum(['reading', 'paused', 'stopped', 'ended']),
  /** `pages`: the pages kept their order, so parts are not needed; null before the first answer. */
  by: z.enum(['pages', 'parts']).nullable(),
  stop: wholeStop.exactOptional(),
  calls: count,
  maxCalls: count,
  estimate: wholeEstimate.nullable(),
  rows: wholeRows,
  parts: wholeParts,
  /** `from`: lowest slot of the answers so far; `to`: slot read after the last part. null: not known yet. */
  slots: z.object({ from: slot.nullable(), to: slot.nullable() }),
  /** Hashes on this page created after `slots.from`; absent: none. */
  created: texts.exactOptional(),
  /** Hashes on this page whose part is unproven or unread; absent: none. */
  unproven: texts.exactOptional(),
  claim: wholeClaim.nullable(),
})

/** Sum of the first `rows` rows of a list; a lower bound unless `rows` is `total` and `complete` is true. */
export const listSum = z.object({
  rows: count,
  lamports: integer.exactOptional(),
  /** Base units; absent unless all rows are of one mint. */
  tokens: mintSum.exactOptional(),
})

export const sortStatus = z.object({
  by: text,
  /** false: the page's rows keep the list's own order. */
  whole: z.boolean(),
  /** The rest of a sentence after "because". */
  reason: text.exactOptional(),
  /** The list is being read: the same request is sorted soon. */
  pending: z.literal(true).exactOptional(),
})

export const answerMeta = z.object({
  slot: slot.nullable(),
  fetchedAt: time,
  /**
   * `revalidating`: old, being refreshed; `stale`: old, `reason` is why; of a whole list: nothing was read lately. `slot` and
   * `fetchedAt` are those of the data shown.
   */
  state: z.enum(['fresh', 'revalidating', 'stale']),
  reason: code.exactOptional(),
  /** For `stale`: milliseconds until the next request to the indexer; absent if unknown. */
  retryAfterMs: number.exactOptional(),
  complete: z.boolean().nullable().meta({
    description:
      'true: the end was reached and no row is missing; false: rows missing or suspected; null: unknown, or no list',
  }),
  completeReason: text.exactOptional(),
  /** Set where the list continued on another indexer; `complete` is not true then. */
  moved: z.literal(true).exactOptional(),
  /** Duplicate rows removed since the list's first page. Absent: none. */
  repeatsRemoved: count.exactOptional(),
  total: count.exactOptional(),
  rowsBefore: count.exactOptional(),
  sum: listSum.exactOptional(),
  sorted: sortStatus.exactOptional(),
  /** Set where only rows created in these slots are listed; `of`: rows of the whole list. */
  created: z.object({ since: slot.nullable(), until: slot.nullable(), of: count }).exactOptional(),
  whole: wholeReport.exactOptional(),
  /** Cursor of this page, for a permanent link: the page without a cursor shifts as rows are added. */
  here: text.exactOptional(),
  /** Of the owner program, where rows have data; absent: not asked for. */
  idl: answerIdl.exactOptional(),
  network: text,
  indexer: text.exactOptional(),
  /** Set if another indexer answered at a higher slot before: its label, and by how many slots. */
  below: z.object({ indexer: text, slots: count }).exactOptional(),
})
