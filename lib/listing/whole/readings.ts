import 'server-only'
import { invalidParams, ProblemError, problem } from '../../api/problem'
import type { WholeMode } from '../../api/whole'
import { clock } from '../../platform/clock'
import { once } from '../../platform/once'
import { GRACE_MS, type RequestClient } from '../../platform/waiting-clients'
import { canonicalKey } from '../../protocol/rpc/json'
import { preferredIndexer } from '../../upstream/indexer/indexers'
import type { Network } from '../../upstream/networks/networks'
import { readSigned, writeSigned } from '../cursor/signed-text'
import { listRoom } from '../read/list-room'
import { ID_BYTES, READING_BYTES, Reading } from './reading'
import { createListSource } from './source'
import type { WholeSubject } from './whole-read'

/** A reading is kept for later requests. */
export const KEEP_MS = 15 * 60_000

/** Concurrent readings, including those of files: each costs hundreds of calls. */
export const MAX_READINGS_PER_PEER = 8
const MAX_AT_ONCE = 64

export interface WholeRequest {
  mode: WholeMode
  maxCalls: number
  minSlot: number | null
}

/** By network, owner and filters, so that concurrent requests share a reading. */
class Readings {
  readonly #byKey = new Map<string, Reading>()
  readonly #files = new Set<{ peer: string }>()
  #sweeping: (() => void) | null = null

  admitFile(peer: string): void {
    if (this.#isFullFor(peer)) throw tooMany()
  }

  /** Counts a file only while it waits for an answer, so that an abandoned one does not count. */
  async forFile<T>(peer: string, answer: () => Promise<T>): Promise<T> {
    const file = { peer }
    this.#files.add(file)
    try {
      return await answer()
    } finally {
      this.#files.delete(file)
    }
  }

  #isFullFor(peer: string): boolean {
    const running = [...this.#files, ...[...this.#byKey.values()].filter(({ isRunning }) => isRunning)]
    return running.length >= MAX_AT_ONCE || running.filter((each) => each.peer === peer).length >= MAX_READINGS_PER_PEER
  }

  existing(network: Network, subject: WholeSubject): Reading | null {
    this.#sweep()
    return this.#byKey.get(keyIn(network, subject)) ?? null
  }

  ended(network: Network, subject: WholeSubject, request: WholeRequest): Reading | null {
    const reading = this.existing(network, subject)
    if (!reading?.isEnded || !isGood(reading, request)) return null
    return request.mode === 'twice' && !reading.read.twice ? null : reading
  }

  /** @param stays true if a cursor refers to the reading, which must then not begin again */
  attend(
    network: Network,
    subject: WholeSubject,
    request: WholeRequest,
    stays: boolean,
    client: RequestClient,
  ): Reading {
    this.#sweep()
    const key = keyIn(network, subject)
    const known = this.#byKey.get(key)
    const isFull = this.#isFullFor(client.peer)
    const isUsable = known !== undefined && (stays || isGood(known, request))
    if (!isUsable && isFull) throw tooMany()
    const reading = isUsable ? known : this.#begin(key, network, subject, request, client)
    if (!isFull || reading.isRunning || reading.isEnded) reading.attend(request.mode, request.maxCalls, client)
    else reading.join(client)
    this.#sweepLater()
    return reading
  }

  #begin(
    key: string,
    network: Network,
    subject: WholeSubject,
    { minSlot }: WholeRequest,
    client: RequestClient,
  ): Reading {
    this.#byKey.get(key)?.drop()
    if (!listRoom().hasRoom({ peer: client.peer, bytes: 0 }, READING_BYTES)) throw tooMany()
    const source = () => createListSource(preferredIndexer(network, minSlot))
    const reading: Reading = new Reading(source, subject, () => {
      if (this.#byKey.get(key) === reading) this.#byKey.delete(key)
    })
    this.#byKey.set(key, reading)
    return reading
  }

  #sweep(): void {
    const now = clock().monotonic()
    for (const reading of this.#byKey.values()) if (now >= reading.requestedMs + KEEP_MS) reading.drop()
  }

  #sweepLater(): void {
    this.#sweeping ??= clock().after(KEEP_MS, () => {
      this.#sweeping = null
      this.#sweep()
      if (this.#byKey.size > 0) this.#sweepLater()
    })
  }
}

function tooMany(): ProblemError {
  const detail = 'Too many lists are being read whole.'
  return new ProblemError(problem('explorer_busy', detail, { retryAfterMs: GRACE_MS }))
}

function isGood({ endedMs, read: { from }, isIdle }: Reading, { minSlot }: WholeRequest): boolean {
  if (endedMs === null && !isIdle) return true
  if (endedMs !== null && clock().monotonic() >= endedMs + KEEP_MS) return false
  return minSlot === null || from === null || from >= minSlot
}

export const readings = once('whole readings', () => new Readings())

function keyIn({ name }: Network, { owner, filters = [] }: WholeSubject): string {
  return canonicalKey('whole list', name, owner, filters)
}

/* Cursors: the reading, 8 bytes · sort key of the last shown row, 40 bytes. Another reading has other rows at other slots. */

const CURSOR_VERSION = 5
const CURSOR_BYTES = ID_BYTES + 40

export function encodeWholeCursor(network: Network, subject: WholeSubject, { id }: Reading, key: Uint8Array): string {
  return writeSigned(CURSOR_VERSION, keyIn(network, subject), Buffer.concat([id, key]))
}

export function decodeWholeCursor(
  network: Network,
  subject: WholeSubject,
  reading: Reading | null,
  text: string,
): Uint8Array {
  const refused = (message: string) => new ProblemError(invalidParams([{ name: 'cursor', message }]))
  const read = readSigned(CURSOR_VERSION, keyIn(network, subject), text)
  if (!read?.given || read.body.length !== CURSOR_BYTES)
    throw refused('is none of this whole list; leave it out to begin')
  if (!reading?.id.equals(read.body.subarray(0, ID_BYTES))) {
    throw refused('is of a reading that is no longer there; leave it out to begin again')
  }
  return read.body.subarray(ID_BYTES)
}
