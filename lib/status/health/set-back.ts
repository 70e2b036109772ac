import type { HeadAge } from '../../api/status'

/*
 * An indexer whose slot went back is behind until it has passed its old slot again; but a chain that was begun again has
 * lower slots, and is behind nothing. Without a chain node time tells the one from the other: data as new as the clock, three
 * checks in a row, are no old ones. Where nothing tells how old they are, an indexer that calls itself healthy for ten
 * minutes is believed: a local chain without compressed accounts must not stay behind for hours, and where there are
 * signatures, as on every public chain, their times tell. Pure: times come in, monotonic milliseconds.
 */

/** Checks in a row whose data are as new as the clock. */
const RECENT_CHECKS = 3

/** Milliseconds for which an indexer of unknown age has to call itself healthy. */
const HEALTHY_MS = 600_000

/** What one check tells of it. */
interface Evidence {
  /** Its slot is below the highest one. */
  below: boolean
  healthOk: boolean
  /** Its data are known to be as new as the clock. */
  recent: boolean
  age: HeadAge | null
}

/** Tells whether a lower slot is another chain's. */
export class SetBack {
  #recentChecks = 0
  #healthySinceMs: number | null = null
  #isExpected = false

  /** The chain is another one: the next lower slot is its. */
  expect(): void {
    this.#isExpected = true
  }

  /** The indexer was found to have gone back. */
  settled(): void {
    this.#isExpected = false
  }

  /** To be called once a check. */
  isOtherChain({ below, healthOk, recent, age }: Evidence, nowMs: number): boolean {
    if (below && this.#isExpected) return true
    if (!below || !healthOk) {
      this.#recentChecks = 0
      this.#healthySinceMs = null
      return false
    }
    this.#recentChecks = recent ? this.#recentChecks + 1 : 0
    if (age !== null) this.#healthySinceMs = null
    else this.#healthySinceMs ??= nowMs
    const believed = this.#healthySinceMs !== null && nowMs - this.#healthySinceMs >= HEALTHY_MS
    return this.#recentChecks >= RECENT_CHECKS || believed
  }
}
