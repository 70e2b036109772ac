import { setImmediate } from 'node:timers/promises'
import { RPC_CODES } from '@/lib/protocol/rpc/envelope'
import { type Clock, MACHINE_CLOCK } from '../../platform/clock'
import { MethodError } from './method-error'

/** Milliseconds of work that one body may cost, however many requests it holds. */
export const MAX_WORK_MS = 5_000

/** Milliseconds of work after which others get their turn. */
const TURN_MS = 10

/** Nobody waits for the answer any more. */
export class ClientLeft extends Error {
  override readonly name = 'ClientLeft'
}

/** Whom the work is done for. */
export interface Client {
  /** True once its connection is closed. */
  hasLeft(): boolean
  /** Told of each part of an answer that is kept until the whole is sent. */
  keeps(bytes: number): void
}

const NOBODY_ASKS: Client = { hasLeft: () => false, keeps: () => {} }

/**
 * The work that one body costs, in this process or its database. Time in which others have their turn does not count, nor
 * does time in which something else is waited for.
 */
export class Work {
  private spent = 0
  /** When the current turn of work began; null while others work. */
  private since: number | null
  private turnBegan: number

  constructor(
    readonly clock: Clock = MACHINE_CLOCK,
    readonly client: Client = NOBODY_ASKS,
  ) {
    this.since = clock.monotonic()
    this.turnBegan = this.since
  }

  /** Gives others their turn. @throws ClientLeft when nobody waits any more. */
  async others(): Promise<void> {
    await this.waitFor(setImmediate())
    this.assertWanted()
  }

  /** The same where it is time for it. */
  async othersIfDue(): Promise<void> {
    if (this.clock.monotonic() - this.turnBegan > TURN_MS) await this.others()
  }

  /** Waits for something that is not this work. */
  async waitFor<T>(other: T | Promise<T>): Promise<T> {
    this.pause()
    try {
      return await other
    } finally {
      this.resume()
    }
  }

  /** From here on something else is waited for. */
  pause(): void {
    if (this.since !== null) this.spent += this.clock.monotonic() - this.since
    this.since = null
  }

  resume(): void {
    this.since = this.clock.monotonic()
    this.turnBegan = this.since
  }

  /** @throws ClientLeft when nobody waits any more. */
  assertWanted(): void {
    if (this.client.hasLeft()) throw new ClientLeft('nobody waits for the answer')
  }

  /** @throws MethodError when no more work may be done, with what to do. */
  assertAffordable(): void {
    const now = this.since === null ? 0 : this.clock.monotonic() - this.since
    if (this.spent + now < MAX_WORK_MS) return
    throw new MethodError(
      RPC_CODES.server,
      `Too much work: ${MAX_WORK_MS / 1000} s were not enough to answer all that came in one body. Ask for less at a time`,
    )
  }
}
