import { base58 } from '@scure/base'
import { z } from 'zod'

/*
 * Scalars of the interface as codecs: wire form on one side, our form on the other. Texts of errors say what is
 * allowed, because they reach the reader (facts/photon-wire.md 5 has the formats that Interface 2.9 leaves open).
 */

const U64_MAX = 2n ** 64n - 1n

/** A u64 as the JSON reader yields it: a number where that is exact, else a bigint. Written as bare digits. */
export type WireU64 = number | bigint

/** A number where that is exact: cheaper to write, and the form in which the JSON reader would yield it. */
function wireU64(value: bigint): WireU64 {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value
}

/** Unsigned 64-bit integer: lamports, amounts, sequence numbers, discriminators. bigint in our form. Interface 2.4. */
export const u64 = z.codec(
  // One check by hand: a union of two takes twice the time of all else that a row of a list is checked for.
  z.custom<WireU64>((value) => typeof value === 'bigint' || Number.isSafeInteger(value), {
    error: 'must be a whole number',
  }),
  z.bigint().min(0n, { error: 'must not be negative' }).max(U64_MAX, { error: 'must be at most 2^64-1' }),
  { decode: (wire) => BigInt(wire), encode: wireU64 },
)

const SAFE_INTEGER_RULE = 'must be a whole number from 0 to 2^53-1'

/** Non-negative integer that a double holds exactly: slots, leaf indices, times, offsets. */
export const safeInteger = z.int({ error: SAFE_INTEGER_RULE }).min(0, { error: SAFE_INTEGER_RULE })

/** Slot number. Interface 2.3. */
export const slot = safeInteger

/** Seconds since the Unix epoch; 0 where the chain gave no time. Interface 2.8. */
export const unixSeconds = safeInteger

/** Decodes base58; null when a character does not belong to the alphabet. */
export function base58Bytes(text: string): Uint8Array | null {
  try {
    return base58.decode(text)
  } catch {
    return null
  }
}

/** Text that is base58 of exactly `length` bytes. `maxChars` bounds the work on hostile input. */
function base58Of(length: number, maxChars: number, what: string) {
  return z.string({ error: `must be ${what}` }).superRefine((text, context) => {
    const problem = base58Problem(text, length, maxChars)
    if (problem) context.addIssue({ code: 'custom', message: `must be ${what}: ${problem}`, input: text })
  })
}

/** What is wrong with a text that should be base58 of `length` bytes, in words; null when nothing is. */
function base58Problem(text: string, length: number, maxChars: number): string | null {
  if (text === '') return 'it is empty'
  const tooLong = text.length > maxChars
  // As a reader counts them: without what is drawn as nothing.
  const seen = tooLong ? [...text.replace(/[\p{Cf}\p{DI}]/gu, '')].length : 0
  if (seen > maxChars) return `it has ${seen} characters, at most ${maxChars} are possible`
  const bytes = tooLong ? null : base58Bytes(text)
  if (bytes === null) return 'it has a character outside of the base58 alphabet (no 0, O, I, l, spaces or punctuation)'
  if (bytes.length !== length) return `it decodes to ${bytes.length} bytes`
  return null
}

/** Public key: base58 of 32 bytes, on or off the curve. Interface 2.4. */
export const address = base58Of(32, 44, 'an address (base58 of 32 bytes)')

/** Account hash or data hash: base58 of 32 bytes. Interface 2.4. */
export const hash = base58Of(32, 44, 'a hash (base58 of 32 bytes)')

/** Transaction signature: base58 of 64 bytes. Interface 2.8. */
export const signature = base58Of(64, 88, 'a transaction signature (base58 of 64 bytes)')

/** Opaque continuation text of an earlier answer: passed back, never read. Interface 4 (general gaps). */
export const cursor = z.string({ error: 'must be text' }).min(1, { error: 'must not be empty' })

/** Our choice: the interface names no maximum (part 8); Photon's is 1000 (facts/photon-wire.md 5). */
export const MAX_LIMIT = 1000

const LIMIT_RULE = `must be a whole number from 0 to ${MAX_LIMIT}`

/** Number of items asked for; 0 is legal and answers an empty list. Interface part 8. */
export const limit = z.int({ error: LIMIT_RULE }).min(0, { error: LIMIT_RULE }).max(MAX_LIMIT, { error: LIMIT_RULE })

/** What the inner schema has checked. */
const CHECKED: z.ZodType = z.any()

/**
 * A member that may be missing: null in our form, whether the sender wrote null or left it out; an explicit null when
 * we write (facts/photon-wire.md 1).
 */
export function orNull<T extends z.ZodType>(inner: T) {
  return z.codec(inner.nullish(), CHECKED as z.ZodType<z.output<T> | null, z.output<T> | null>, {
    decode: (value) => (value ?? null) as z.output<T> | null,
    encode: (value) => value,
  })
}
