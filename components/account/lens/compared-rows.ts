import { type ByteComparison, COMPARED_BYTES, compareRows } from '@/lib/account/lens/differences'
import { base64Bytes, base64Length } from '@/lib/format/base64'

export interface LensRow {
  hash: string
  data?: { discriminator: bigint; data: string } | null | undefined
}

export interface ComparedRows extends ByteComparison {
  sameLength: boolean
}

/** With fewer rows of the same length, all rows of the discriminator are compared. */
const ENOUGH_ROWS = 3
/** Our limit: a continuous list may hold tens of thousands of rows. */
const MAX_ROWS = 1_000

/**
 * Compares rows of the same discriminator and, if there are enough, the same length, because an absent option shifts the bytes
 * after it. Yields between small batches.
 */
export function* comparedRows(
  rows: readonly LensRow[],
  hash: string,
  discriminator: bigint,
): Generator<void, ComparedRows> {
  const wanted = BigInt(discriminator)
  const alike = rows.flatMap((row) =>
    row.data && BigInt(row.data.discriminator) === wanted ? [{ hash: row.hash, text: row.data.data }] : [],
  )
  const own = alike.find((row) => row.hash === hash)
  const length = own ? base64Length(own.text) : null
  const ofLength = alike.filter(({ text }) => text.length === own?.text.length && base64Length(text) === length)
  const sameLength = ofLength.length >= ENOUGH_ROWS
  const bytes: Uint8Array[] = []
  for (const [index, { text }] of (sameLength ? ofLength : alike).slice(0, MAX_ROWS).entries()) {
    const part = base64Bytes(text.slice(0, Math.ceil(COMPARED_BYTES / 3) * 4))
    if (part !== null && part.length > 0) bytes.push(part)
    if (index % 32 === 31) yield
  }
  return { ...(yield* compareRows(bytes)), sameLength }
}
