import { setImmediate } from 'node:timers/promises'
import { RPC_CODES } from '@/lib/protocol/rpc/envelope'
import { type Clock, MACHINE_CLOCK } from '../../platform/clock'
import { MethodError } from './method-error'

/** Milliseconds per body, however many requests it holds. */
export const MAX_WORK_MS = 5_000

const TURN_MS = 10

export class ClientLeft extends Error {
  override readonly name = 'ClientLeft'
}

export interface Client {
  hasLeft(): boolean
  keeps(bytes: number): void
}

const NOBODY_ASKS: Client = { hasLeft: () => false, keeps: () => {} }

/** Processor time of one body. Waiting, and work for other requests, does not count. */
export class WorkBudget {
  private spent = 0
  private since: number | null
  private turnBegan: number

  constructor(
    readonly clock: Clock = MACHINE_CLOCK,
    readonly client: Client = NOBODY_ASKS,
  ) {
    this.since = clock.monotonic()
    this.turnBegan = this.since
  }

  /** @throws ClientLeft */
  async others(): Promise<void> {
    await this.waitFor(setImmediate())
    this.assertWanted()
  }

  async othersIfDue(): Promise<void> {
    if (this.clock.monotonic() - this.turnBegan > TURN_MS) await this.others()
  }

  async waitFor<T>(other: T | Promise<T>): Promise<T> {
    this.pause()
    try {
      return await other
    } finally {
      this.resume()
    }
  }

  pause(): void {
    if (this.since !== null) this.spent += this.clock.monotonic() - this.since
    this.since = null
  }

  resume(): void {
    this.since = this.clock.monotonic()
    this.turnBegan = this.since
  }

  /** @throws ClientLeft */
  assertWanted(): void {
    if (this.client.hasLeft()) throw new ClientLeft('nobody waits for the answer')
  }

  /** @throws MethodError when the work exceeds its limit */
  assertAffordable(): void {
    const now = this.since === null ? 0 : this.clock.monotonic() - this.since
    if (this.spent + now < MAX_WORK_MS) return
    throw new MethodError(
      RPC_CODES.server,
      `Too much work: ${MAX_WORK_MS / 1000} s were not enough to answer all that came in one body. Ask for less at a time`,
    )
  }
}
