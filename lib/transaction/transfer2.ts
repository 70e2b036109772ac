/*
 * What Transfer2 moves between compressed state and token accounts on the chain. Light's own token accounts show it in no other
 * instruction. From the token program's sources.
 */

export interface Compression {
  out: boolean
  amount: bigint
  mintIndex: number
}

/** facts/light-events.md 1. */
export const TRANSFER2 = 101

export const MINT_ACTION = 103

const COMPRESSION = 16
const CPI_CONTEXT = 3
const MODES = 3
const OUT = 1

/** The compressions of a Transfer2; null: unknown data layout. The header grew by the top-up limit, so both lengths are tried. */
export function readCompressions(data: Uint8Array): Compression[] | null {
  if (data[0] !== TRANSFER2) return null
  const today = readFrom(data, 8)
  if (today) return today
  const older = readFrom(data, 6)
  // Zeros at the wrong offset read as "nothing moved", so an empty result of the older layout is rejected.
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
  return tagAt(at) === null ? null : compressions
}
