import type { InvalidParam } from '../api/problem'
import { PAGE_LIMIT_RULE, readPageLimit } from '../protocol/rpc/limit-text'
import type { address } from '../protocol/rpc/primitives'
import { readSlot, SLOT_RULE } from '../protocol/rpc/slot-text'
import type { UrlFilter } from './address'
import { readFilters } from './filters'
import { firstOf, type Search, valuesOf } from './query-params'

/*
 * A page's URL, parsed and checked. proxy.ts sets the status from it and the page shows the same result, so both agree.
 * Unknown parameters are ignored (shared links gain some on their way); known ones must be valid. design.md 4.3.
 */

/** What an address says, or which of its parameters are wrong. */
export type ReadUrl<T> = { ok: true; value: T } | { ok: false; invalid: InvalidParam[] }

/** Collects what is wrong, so that a page can name everything at once. */
export class AddressReader {
  private readonly invalid: InvalidParam[] = []

  constructor(private readonly search: Search) {}

  done<T>(value: T): ReadUrl<T> {
    return this.invalid.length === 0 ? { ok: true, value } : { ok: false, invalid: this.invalid }
  }

  scalar(name: string, text: string, schema: typeof address): string {
    const result = schema.safeParse(text)
    if (!result.success) this.refuse(name, result.error.issues[0]?.message ?? 'is malformed')
    return text
  }

  /** A parameter that may stand once; null when absent or empty. */
  one(name: string): string | null {
    if (valuesOf(this.search, name).length > 1) this.refuse(name, 'must be given once')
    return firstOf(this.search, name)
  }

  /** The texts of a parameter that may be repeated. */
  all(name: string): string[] {
    return valuesOf(this.search, name)
  }

  limit(usual: number): number {
    const text = this.one('limit')
    const limit = text === null ? usual : readPageLimit(text)
    if (limit === null) this.refuse('limit', PAGE_LIMIT_RULE)
    return limit ?? usual
  }

  filters(): UrlFilter[] {
    const { filters, tooMany, refused } = readFilters(this.search)
    const message = tooMany ?? refused[0]?.message
    if (message !== undefined) this.refuse('filter', message)
    return filters
  }

  slot(name: 'minSlot' | 'takenAt'): number | null {
    const text = this.one(name)
    if (text === null) return null
    const slot = readSlot(text)
    if (slot === null) this.refuse(name, SLOT_RULE)
    return slot
  }

  refuseAll(invalid: readonly InvalidParam[]): void {
    for (const { name, message } of invalid) this.refuse(name, message)
  }

  refuse(name: string, message: string): void {
    if (!this.invalid.some((other) => other.name === name)) this.invalid.push({ name, message })
  }
}
