import { base58 } from '@scure/base'
import { z } from 'zod'

/* The API returns these error texts, so they name what is allowed. Formats: facts/photon-wire.md 5. */

const U64_MAX = 2n ** 64n - 1n

/** As parseJson returns it; written as bare digits. */
export type WireU64 = number | bigint

/** A number if exact, which is cheaper to serialize. */
function wireU64(value: bigint): WireU64 {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value
}

/** A bigint once parsed. Interface 2.4. */
export const u64 = z.codec(
  // Not z.union, which takes twice the time of all other checks of a row.
  z.custom<WireU64>((value) => typeof value === 'bigint' || Number.isSafeInteger(value), {
    error: 'must be a whole number',
  }),
  z.bigint().min(0n, { error: 'must not be negative' }).max(U64_MAX, { error: 'must be at most 2^64-1' }),
  { decode: (wire) => BigInt(wire), encode: wireU64 },
)

const SAFE_INTEGER_RULE = 'must be a whole number from 0 to 2^53-1'

export const safeInteger = z.int({ error: SAFE_INTEGER_RULE }).min(0, { error: SAFE_INTEGER_RULE })

export const slot = safeInteger

/** Sums may exceed 2^64, differences may be negative. */
export const integer = z.bigint()

/** ISO 8601 UTC. */
export const isoTime = z.string().meta({ format: 'date-time' })

/** 0: the chain has no time for the block. Interface 2.8. */
export const unixSeconds = safeInteger

export function base58Bytes(text: string): Uint8Array | null {
  try {
    return base58.decode(text)
  } catch {
    return null
  }
}

/** `maxChars` bounds the work on hostile input. */
function base58Of(length: number, maxChars: number, what: string) {
  return z.string({ error: `must be ${what}` }).superRefine((text, context) => {
    const problem = base58Problem(text, length, maxChars)
    if (problem) context.addIssue({ code: 'custom', message: `must be ${what}: ${problem}`, input: text })
  })
}

function base58Problem(text: string, length: number, maxChars: number): string | null {
  if (text === '') return 'it is empty'
  const tooLong = text.length > maxChars
  // Counts visible characters only.
  const seen = tooLong ? [...text.replace(/[\p{Cf}\p{DI}]/gu, '')].length : 0
  if (seen > maxChars) return `it has ${seen} characters, at most ${maxChars} are possible`
  const bytes = tooLong ? null : base58Bytes(text)
  if (bytes === null) return 'it has a character outside of the base58 alphabet (no 0, O, I, l, spaces or punctuation)'
  if (bytes.length !== length) return `it decodes to ${bytes.length} bytes`
  return null
}

/** Need not be on the curve. Interface 2.4. */
export const address = base58Of(32, 44, 'an address (base58 of 32 bytes)')

export const hash = base58Of(32, 44, 'a hash (base58 of 32 bytes)')

export const signature = base58Of(64, 88, 'a transaction signature (base58 of 64 bytes)')

/** Opaque: passed back, never read. Interface 4 (general gaps). */
export const cursor = z.string({ error: 'must be text' }).min(1, { error: 'must not be empty' })

/** Our choice, equal to Photon's (facts/photon-wire.md 5); the interface names no maximum (part 8). */
export const MAX_LIMIT = 1000

const LIMIT_RULE = `must be a whole number from 0 to ${MAX_LIMIT}`

/** 0 is legal and yields an empty list. Interface part 8. */
export const limit = z.int({ error: LIMIT_RULE }).min(0, { error: LIMIT_RULE }).max(MAX_LIMIT, { error: LIMIT_RULE })

const CHECKED: z.ZodType = z.any()

/** Absent becomes null; null is written explicitly (facts/photon-wire.md 1). */
export function orNull<T extends z.ZodType>(inner: T) {
  return z.codec(inner.nullish(), CHECKED as z.ZodType<z.output<T> | null, z.output<T> | null>, {
    decode: (value) => (value ?? null) as z.output<T> | null,
    encode: (value) => value,
  })
}
