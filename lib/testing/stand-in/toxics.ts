import { clock } from '@/lib/platform/clock'

/* Toxiproxy's set (facts/reliability.md (c)), except `down`, which is a state of the proxy (toxic-proxy.ts). */

export interface Piece {
  bytes: Buffer
  at: number
}

export interface Link {
  /** FIN. */
  close(): void
  /** RST. */
  reset(): void
  /** Resolves at once when the connection has ended. */
  pause(ms: number): Promise<void>
  readonly ended: Promise<void>
}

export type Toxic = (pieces: AsyncIterable<Piece>, link: Link) => AsyncIterable<Piece>

export function latency(ms: number): Toxic {
  return async function* (pieces, link) {
    for await (const piece of pieces) {
      await link.pause(piece.at + ms - clock().monotonic())
      yield piece
    }
  }
}

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

export function slowClose(ms: number): Toxic {
  return async function* (pieces, link) {
    yield* pieces
    await link.pause(ms)
  }
}

/** Nothing passes; the connection is closed after `ms`. 0: never. */
export function timeout(ms: number): Toxic {
  return async function* (_, link) {
    await (ms > 0 ? link.pause(ms) : link.ended)
    link.close()
    yield* []
  }
}

export function resetPeer(ms: number): Toxic {
  return async function* (_, link) {
    await link.pause(ms)
    link.reset()
    yield* []
  }
}

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
