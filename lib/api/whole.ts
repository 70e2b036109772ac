import type { z } from 'zod'
import type * as schema from './schema'

/* Reads an owner's list in parts by memcmp filters, and splits a part that exceeds one answer. design.md 4.4. */

/** `twice`: reads every part a second time, so that sums can be exact; `estimate`: only the cost. */
export const WHOLE_MODES = ['true', 'twice', 'estimate'] as const
export type WholeMode = (typeof WHOLE_MODES)[number]

/** Call budget unless `calls=` is given. */
export const DEFAULT_CALLS = 2_000

/** Our choice: at ten calls a second, more than half an hour. */
export const MAX_CALLS = 20_000

export type WholeListReport = z.output<typeof schema.wholeReport>

export type WholeListProgress = Pick<WholeListReport, 'by' | 'calls' | 'parts' | 'slots' | 'claim'>

export type WholeStop = z.output<typeof schema.wholeStop>

export type WholeEstimate = z.output<typeof schema.wholeEstimate>

export type WholeRows = z.output<typeof schema.wholeRows>

export type WholeClaim = z.output<typeof schema.wholeClaim>

export type UnprovenPart = z.output<typeof schema.unprovenPart>

export type PartBytes = z.output<typeof schema.partBytes>

export type WholeSum = z.output<typeof schema.wholeSum>
