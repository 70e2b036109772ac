import { TRANSFER2 } from '../protocol/light/token-program'

/*
 * What Transfer2 moves between compressed state and token accounts on the chain. Light's own token accounts show it in no other
 * instruction. From the token program's sources.
 */

export interface Compression {
  mode: 'compress' | 'decompress' | 'close'
  amount: bigint
  mintIndex: number
  /** Of the token account on the chain. */
  accountIndex: number
}

export interface Compressions {
  list: Compression[]
  /** Without, its accounts are listed in another order. */
  hasCompressedAccounts: boolean
}

export const MINT_ACTION = 103

const COMPRESSION = 16
const CPI_CONTEXT = 3
const PROOF = 128
/** By number; the last is a decompression that anyone may send. */
const MODES = ['compress', 'decompress', 'close', 'decompress'] as const

/** null: unknown data layout. The header grew by the top-up limit, so both lengths are tried. */
export function readCompressions(data: Uint8Array): Compressions | null {
  if (data[0] !== TRANSFER2) return null
  const today = readFrom(data, 8)
  if (today) return today
  const older = readFrom(data, 6)
  // Zeros at the wrong offset read as "nothing moved", so an empty result of the older layout is rejected.
  return older && older.list.length > 0 ? older : null
}

function readFrom(data: Uint8Array, start: number): Compressions | null {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const tagAt = (place: number) => (place < data.length && (data[place] ?? 2) <= 1 ? data[place] === 1 : null)
  let at = start
  const hasContext = tagAt(at++)
  if (hasContext === null) return null
  if (hasContext) at += CPI_CONTEXT
  const hasCompressions = tagAt(at++)
  if (hasCompressions === null) return null
  const list: Compression[] = []
  if (hasCompressions) {
    if (at + 4 > data.length) return null
    const count = view.getUint32(at, true)
    at += 4
    if (at + count * COMPRESSION > data.length) return null
    for (let i = 0; i < count; i++, at += COMPRESSION) {
      const mode = MODES[data[at] ?? MODES.length]
      if (!mode) return null
      const amount = view.getBigUint64(at + 1, true)
      list.push({ mode, amount, mintIndex: data[at + 9] ?? 0, accountIndex: data[at + 10] ?? 0 })
    }
  }
  const hasProof = tagAt(at++)
  if (hasProof === null) return null
  if (hasProof) at += PROOF
  // Two lists, of inputs and of outputs, each behind its length.
  const isEmpty = at + 8 <= data.length && view.getBigUint64(at, true) === 0n
  return { list, hasCompressedAccounts: !isEmpty }
}
