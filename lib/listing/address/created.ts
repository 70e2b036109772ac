import type { CreatedRange } from '../../api/request-params'
import { groupDigits } from '../../format/numbers'
import type { UrlReader } from '../../page/url-reader'
import { clock } from '../../platform/clock'
import { readSlot } from '../../protocol/rpc/slot-text'

/* `since=` (inclusive) and `until=` (exclusive): when accounts were created. design.md 4.3. */

export const CREATED_PARAMS = ['since', 'until'] as const

/** A slot, or a time in Unix seconds. */
export interface SlotOrTime {
  is: 'slot' | 'time'
  at: number
  /** As given. */
  text: string
}

export const MOMENT_RULE =
  'must be a slot, a time in UTC such as 2026-11-20 or 2026-11-20T10:05:41Z, or an age such as 30m, 1h or 7d'

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }

/** @param now Unix seconds, from which ages count */
export function readMoment(text: string, now: number): SlotOrTime | null {
  const slot = readSlot(text)
  if (slot !== null) return { is: 'slot', at: slot, text }
  const [, count, unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? []
  if (count !== undefined) return { is: 'time', at: now - Number(count) * (UNITS[unit] ?? 0), text }
  const [, day, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)Z?)?$/.exec(text) ?? []
  const date = new Date(`${day}T${time}Z`)
  // Days that a month does not have become days of the next one.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day) return null
  return { is: 'time', at: date.getTime() / 1_000, text }
}

/** Of a time that could not be turned into a slot. */
export const NO_BLOCK_TIME = 'is a time, and no block time near it is known: give a slot'

/** Of a page, which does not know whether block times are late or lacking. */
const NOT_FOUND = 'is a time, and no block time near it was found: reload the page, or give a slot'

/** Of `until`, if nothing lies between the two. Null: in order, or only block times tell. */
export function orderRule(since?: SlotOrTime | null, until?: SlotOrTime | null): string | null {
  if (!since || !until || since.is !== until.is || since.at < until.at) return null
  const ends = since.at === until.at ? 'where' : 'before'
  return `must be after since: the range since=${since.text} until=${until.text} ends ${ends} it starts`
}

/** Of a page's URL: slots, because proxy.ts redirects times to them. */
export function readCreated(read: UrlReader): CreatedRange | null {
  const now = clock().wall() / 1_000
  const bounds = CREATED_PARAMS.map((name) => read.parsed(name, MOMENT_RULE, (text) => readMoment(text, now)))
  const [since, until] = bounds
  const order = orderRule(since, until)
  if (order !== null) read.refuse('until', order)
  // With a malformed bound, no block time was looked for.
  else if (CREATED_PARAMS.every((name, i) => bounds[i] || read.one(name) === null))
    for (const [i, name] of CREATED_PARAMS.entries()) if (bounds[i]?.is === 'time') read.refuse(name, NOT_FOUND)
  return since || until ? { since: since?.at ?? null, until: until?.at ?? null } : null
}

/** Continues a noun: `created since slot 5 and before slot 9`. */
export function createdText({ since, until }: CreatedRange): string {
  const bounds = [
    since !== null && `since slot ${groupDigits(since)}`,
    until !== null && `before slot ${groupDigits(until)}`,
  ]
  return `created ${bounds.filter(Boolean).join(' and ')}`
}

export function isCreatedIn(slot: number, { since, until }: CreatedRange): boolean {
  return slot >= (since ?? 0) && (until === null || slot < until)
}
