import { type ByteComparison, COMPARED_BYTES, compareRows } from '@/lib/account/lens/differences'
import { base64Bytes, base64Length } from '@/lib/format/base64'

/** One row's data, as other rows of the page hold it. */
export interface LensRow {
  hash: string
  data?: { discriminator: bigint; data: string } | null | undefined
}

/** What was compared, and whether all of it has one length. */
export interface ComparedRows extends ByteComparison {
  sameLength: boolean
}

/** Fewer rows of one length are no comparison: then all of the discriminator are taken. */
const ENOUGH_ROWS = 3
/** Our choice: a list without pages may hold tens of thousands. */
const MAX_ROWS = 1_000

/**
 * Rows like this one: of its discriminator, and of its length where there are some, because an absent option moves what
 * follows. Decodes only what is compared, a few rows a step.
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
