import { z } from 'zod'
import { orNull, safeInteger, slot, u64, unixSeconds } from './primitives'

/** Our choice: 64 bytes take 88 characters in base58, 128 in hex. */
const MAX_IDENTIFIER_CHARS = 512

/** An address, hash or signature. Any text passes (Interface 2.9), since one odd row must not fail a list; pages mark it. */
const identifier = z.string().max(MAX_IDENTIFIER_CHARS, { error: `must be at most ${MAX_IDENTIFIER_CHARS} characters` })

/** The slot at which a result was produced. Interface 2.3. */
const context = z.object({ slot })

/** Account data. `data`: base64 of the bytes after the discriminator. Interface 2.5. */
const accountData = z.object({
  discriminator: u64,
  data: z.string(),
  dataHash: identifier,
})

/** One version of a compressed account. `seq`: null in v2 trees. Interface 2.4. */
export const account = z.object({
  hash: identifier,
  address: orNull(identifier),
  data: orNull(accountData),
  owner: identifier,
  lamports: u64,
  tree: identifier,
  leafIndex: safeInteger,
  seq: orNull(u64),
  slotCreated: slot,
})

/** `owner`: the wallet; `state`: `initialized` or `frozen` today, any text passes (2.9); `tlv`: base64. Interface 2.6. */
export const tokenData = z.object({
  mint: identifier,
  owner: identifier,
  amount: u64,
  delegate: orNull(identifier),
  state: identifier,
  tlv: orNull(z.string()),
})

export const tokenAccount = z.object({ account, tokenData })

/** A transaction that touched compressed state. `blockTime`: Unix seconds. Interface 2.8. */
export const signatureInfo = z.object({ signature: identifier, slot, blockTime: unixSeconds })

/** Null or empty: the list ends here. Interface 4. */
const nextCursor = z.codec(z.string().nullish(), z.string().nullable(), {
  decode: (wire) => wire || null,
  encode: (value) => value,
})

/** A list result in pages; `cursor` is null at the end. Interface 4.3. */
export function pageResult<T extends z.ZodType>(item: T) {
  return z.object({ context, value: z.object({ items: z.array(item), cursor: nextCursor }) })
}

/** A list result in one piece. Interface 4.5. */
export function listResult<T extends z.ZodType>(item: T) {
  return z.object({ context, value: z.object({ items: z.array(item) }) })
}
