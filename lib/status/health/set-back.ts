import type { HeadAge } from '../../api/status'

/*
 * An indexer whose slot went back is `behind` until it passes the old slot, unless its chain was restarted. Without a chain
 * node, evidence for a restart is recent data in three consecutive checks or, if their age is unknown, ten minutes of reported
 * health, so that a local chain without compressed accounts is not `behind` for hours. Pure; monotonic milliseconds.
 */

const RECENT_CHECKS = 3

/** Milliseconds of reported health that count as evidence if the age of data is unknown. */
const HEALTHY_MS = 600_000

interface Evidence {
  below: boolean
  healthOk: boolean
  recent: boolean
  age: HeadAge | null
}

export class SetBack {
  #recentChecks = 0
  #healthySinceMs: number | null = null
  #isExpected = false

  expect(): void {
    this.#isExpected = true
  }

  settled(): void {
    this.#isExpected = false
  }

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
