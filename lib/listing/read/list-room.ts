import { getHeapStatistics } from 'node:v8'
import { once } from '../../platform/once'
import { Turns } from '../../platform/turns'
import { RpcError } from '../../protocol/rpc/failure'
import { type AccountItem, type AnyItem, holdsAccount, identityOf } from '../../protocol/rpc/items'

/* Anyone can read endless lists: their rows share one memory budget, and peers take turns at a few concurrent answers. */

/** An answer can take 12 MB on the wire, and as much on the heap. */
const AT_ONCE = 3

const WAITING = 128

/** Free bytes needed for one more answer: a thousand rows of usual size. */
const ANSWER_BYTES = 1024 * 1024

/** All lists together hold at most this. */
const HEAP_SHARE = 1 / 6
const MAX_BYTES = 128 * 1024 * 1024

const RETRY_AFTER_MS = 2_000

interface Holder {
  readonly peer: string
  readonly bytes: number
}

export interface RoomWork extends Holder {
  readonly isIdle: boolean
  readonly isRemovable: boolean
  drop(): void
}

export class ListRoomFull extends Error {
  override readonly name = 'NoRoom'
}

export function isListRoomFull(error: unknown): error is ListRoomFull {
  return error instanceof Error && error.name === 'NoRoom'
}

export class ListRoom {
  /** Least recently requested first. */
  readonly #works = new Set<RoomWork>()
  readonly #turns = new Turns({ atOnce: AT_ONCE, begun: AT_ONCE, waiting: WAITING })

  constructor(public mostBytes: number) {}

  get bytes(): number {
    let bytes = 0
    for (const work of this.#works) bytes += work.bytes
    return bytes
  }

  admit(work: RoomWork): void {
    this.#works.delete(work)
    this.#works.add(work)
  }

  leave(work: RoomWork): void {
    this.#works.delete(work)
  }

  /** Evicts other lists if needed: first those that no one waits for, then those of a peer that holds at least as much. */
  hasRoom(work: Holder, bytes = ANSWER_BYTES): boolean {
    return this.#inTheWay(work, bytes) !== null
  }

  /** May exceed the budget by the answers in flight. */
  async next<T>(work: RoomWork, call: () => Promise<T>): Promise<T> {
    const turn = await this.#turns.take(work.peer, new AbortController().signal)
    if (!turn) {
      const message = 'Too many lists are being read.'
      throw new RpcError({ kind: 'busy', retryAfterMs: RETRY_AFTER_MS, message })
    }
    try {
      const others = this.#inTheWay(work, ANSWER_BYTES)
      if (!others) throw new ListRoomFull()
      for (const other of others) {
        this.#works.delete(other)
        other.drop()
      }
      return await call()
    } finally {
      turn.end()
    }
  }

  mayGrow(work: Holder, bytes = ANSWER_BYTES): boolean {
    return work.bytes + bytes <= this.mostBytes / 2
  }

  #inTheWay(work: Holder, bytes: number): RoomWork[] | null {
    if (!this.mayGrow(work, bytes)) return null
    let over = this.bytes + bytes - this.mostBytes
    if (over <= 0) return []
    const taken: RoomWork[] = []
    const held = new Map<string, number>()
    for (const { peer, bytes: of } of this.#works) held.set(peer, (held.get(peer) ?? 0) + of)
    const heldBy = (peer: string) => held.get(peer) ?? 0
    const take = (other: RoomWork) => {
      taken.push(other)
      over -= other.bytes
      held.set(other.peer, heldBy(other.peer) - other.bytes)
    }
    const others = [...this.#works].filter((other) => other !== work && other.isRemovable && other.bytes > 0)
    for (const other of others) if (over > 0 && other.isIdle) take(other)
    for (const other of others.filter(({ isIdle }) => !isIdle).sort((a, b) => b.bytes - a.bytes)) {
      if (over > 0 && heldBy(other.peer) - other.bytes >= heldBy(work.peer) + bytes) take(other)
    }
    return over <= 0 ? taken : null
  }
}

export const listRoom = once(
  'list room',
  () => new ListRoom(Math.min(MAX_BYTES, Math.floor(getHeapStatistics().heap_size_limit * HEAP_SHARE))),
)

/** Of a row, besides its texts: objects, numbers, list nodes and keys. Measured. */
const ROW_BYTES = 300

export function rowBytes(row: AnyItem): number {
  if (!holdsAccount(row)) return ROW_BYTES + textBytes(identityOf(row))
  if (!('account' in row)) return accountBytes(row)
  const { mint, owner, delegate, state, tlv } = row.tokenData
  const texts = [mint, owner, delegate, state, tlv]
  return accountBytes(row.account) + ROW_BYTES / 2 + texts.reduce((bytes, text) => bytes + textBytes(text), 0)
}

function accountBytes({ hash, address, data, owner, tree }: AccountItem): number {
  const texts = [hash, address, owner, tree, data?.data ?? null, data?.dataHash ?? null]
  return ROW_BYTES + texts.reduce((bytes, text) => bytes + textBytes(text), 0)
}

/** With characters beyond Latin-1, a text takes two bytes per character. */
const WIDE = /[\u0100-\uffff]/

function textBytes(text: string | null): number {
  if (text === null) return 0
  return 16 + (WIDE.test(text) ? 2 : 1) * text.length
}
