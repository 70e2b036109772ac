/*
 * What Transfer2 moves between compressed state and token accounts on the chain. Where those are of Light's own kind, no
 * other instruction shows it. From the token program's sources.
 */

/** An amount that came into compressed state, or left it. */
export interface Compression {
  /** True: out of compressed state. */
  out: boolean
  amount: bigint
  /** Which of the accounts behind the fixed ones is the mint. */
  mintIndex: number
}

/** The byte by which the token program knows Transfer2. facts/light-events.md 1. */
export const TRANSFER2 = 101

/** The byte of MintAction, which mints and burns compressed tokens. */
export const MINT_ACTION = 103

/** Bytes of a compression, and of a CPI context. */
const COMPRESSION = 16
const CPI_CONTEXT = 3
/** Modes: into compressed state, out of it, and into it with the account closed. */
const MODES = 3
const OUT = 1

/**
 * The compressions of a Transfer2 instruction; null where its data has not the form that is known. Its head grew by the limit
 * of top-ups, so both lengths are tried.
 */
export function readCompressions(data: Uint8Array): Compression[] | null {
  if (data[0] !== TRANSFER2) return null
  const today = readFrom(data, 8)
  if (today) return today
  const older = readFrom(data, 6)
  // Zeros at the wrong place read as nothing moved: of the older form that is not believed.
  return older && older.length > 0 ? older : null
}

function readFrom(data: Uint8Array, start: number): Compression[] | null {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const tagAt = (place: number) => (place < data.length && (data[place] ?? 2) <= 1 ? data[place] === 1 : null)
  let at = start
  const hasContext = tagAt(at++)
  if (hasContext === null) return null
  if (hasContext) at += CPI_CONTEXT
  const hasCompressions = tagAt(at++)
  if (hasCompressions === null) return null
  const compressions: Compression[] = []
  if (hasCompressions) {
    if (at + 4 > data.length) return null
    const count = view.getUint32(at, true)
    at += 4
    if (at + count * COMPRESSION > data.length) return null
    for (let i = 0; i < count; i++, at += COMPRESSION) {
      const mode = data[at] ?? MODES
      if (mode >= MODES) return null
      const amount = view.getBigUint64(at + 1, true)
      compressions.push({ out: mode === OUT, amount, mintIndex: data[at + 9] ?? 0 })
    }
  }
  // The proof that follows is an option again: a reading from the wrong place seldom gets here.
  return tagAt(at) === null ? null : compressions
}
