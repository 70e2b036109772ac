import { clock } from '@/lib/platform/clock'

/*
 * What can be wrong with a connection, below HTTP: the set of Toxiproxy (facts/reliability.md (c)), except `down`,
 * which is a state of the proxy itself (toxic-proxy.ts). A toxic takes the bytes of one direction and passes them on.
 */

/** A piece of what was sent, with when it came in (monotonic milliseconds). */
export interface Piece {
  bytes: Buffer
  at: number
}

/** The connection that a toxic sits in. */
export interface Link {
  /** Ends both directions as an orderly process does (FIN). */
  close(): void
  /** Ends both directions as a dead one does (RST). */
  reset(): void
  /** Resolves after `ms`, or at once when the connection has ended meanwhile. */
  pause(ms: number): Promise<void>
  /** Resolves when the connection has ended. */
  readonly ended: Promise<void>
}

export type Toxic = (pieces: AsyncIterable<Piece>, link: Link) => AsyncIterable<Piece>

/** Everything arrives `ms` later than it was sent. */
export function latency(ms: number): Toxic {
  return async function* (pieces, link) {
    for await (const piece of pieces) {
      await link.pause(piece.at + ms - clock().monotonic())
      yield piece
    }
  }
}

/** Bytes pass at a rate, in slices of a tenth of a second. */
export function bandwidth(bytesPerSecond: number): Toxic {
  const slice = Math.max(1, Math.floor(bytesPerSecond / 10))
  return async function* (pieces, link) {
    for await (const { bytes } of pieces) {
      for (let from = 0; from < bytes.length; from += slice) {
        const part = bytes.subarray(from, from + slice)
        await link.pause((part.length / bytesPerSecond) * 1000)
        yield { bytes: part, at: clock().monotonic() }
      }
    }
  }
}

/** The end of the stream is passed on late. */
export function slowClose(ms: number): Toxic {
  return async function* (pieces, link) {
    yield* pieces
    await link.pause(ms)
  }
}

/** Nothing passes; after `ms` the connection is closed, or never when it is 0. */
export function timeout(ms: number): Toxic {
  return async function* (_, link) {
    await (ms > 0 ? link.pause(ms) : link.ended)
    link.close()
    yield* []
  }
}

/** Nothing passes; after `ms` the connection is reset. */
export function resetPeer(ms: number): Toxic {
  return async function* (_, link) {
    await link.pause(ms)
    link.reset()
    yield* []
  }
}

/** Bytes arrive in slices of `size`, `delayMs` apart. */
export function slicer(size: number, delayMs = 0): Toxic {
  return async function* (pieces, link) {
    for await (const { bytes } of pieces) {
      for (let from = 0; from < bytes.length; from += size) {
        yield { bytes: bytes.subarray(from, from + size), at: clock().monotonic() }
        if (delayMs > 0) await link.pause(delayMs)
      }
    }
  }
}

/** The connection is closed once this many bytes have passed. */
export function limitData(most: number): Toxic {
  return async function* (pieces, link) {
    let left = most
    for await (const { bytes, at } of pieces) {
      if (left > 0) yield { bytes: bytes.subarray(0, left), at }
      left -= bytes.length
      if (left <= 0) return link.close()
    }
  }
}
