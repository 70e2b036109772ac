import { z } from 'zod'
import { orNull, safeInteger, slot, u64, unixSeconds } from './primitives'

/** Characters of an identifier: our choice. 64 bytes have 88 in base58 and 128 in the longest usual encoding. */
const MAX_IDENTIFIER_CHARS = 512

/**
 * An address, hash or signature in an answer: base58 from every indexer we know, yet any text is read, because the
 * interface leaves the encoding open (2.9) and a list is not lost over one odd member. Pages show it inert and marked. No
 * longer than any encoding needs: it stands in links, keys and cursors.
 */
const identifier = z.string().max(MAX_IDENTIFIER_CHARS, { error: `must be at most ${MAX_IDENTIFIER_CHARS} characters` })

/** Slot at which an answer was produced. Interface 2.3. */
const context = z.object({ slot })

/** Data of an account. `data` is base64 of the bytes behind the discriminator. Interface 2.5. */
const accountData = z.object({
  discriminator: u64,
  data: z.string(),
  dataHash: identifier,
})

/** One version of a compressed account. `seq` is null for accounts in v2 trees. Interface 2.4. */
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

/**
 * Token part of a compressed token account. `owner` is the wallet, `state` is `initialized` or `frozen` today, `tlv`
 * base64. Read as any text, because the interface lists no values (2.9). Interface 2.6.
 */
const tokenData = z.object({
  mint: identifier,
  owner: identifier,
  amount: u64,
  delegate: orNull(identifier),
  state: identifier,
  tlv: orNull(z.string()),
})

/** Account and its token part. Interface 2.7. */
export const tokenAccount = z.object({ account, tokenData })

/** A transaction that touched compressed state. `blockTime` in Unix seconds. Interface 2.8. */
export const signatureInfo = z.object({ signature: identifier, slot, blockTime: unixSeconds })

/** The cursor of an answer; an empty one means, as null does, that the list ends here. Interface 4. */
const nextCursor = z.codec(z.string().nullish(), z.string().nullable(), {
  decode: (wire) => wire || null,
  encode: (value) => value,
})

/** A list answer that goes on where `cursor` is not null. Interface 4.3. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({ context, value: z.object({ items: z.array(item), cursor: nextCursor }) })
}

/** A list answer in one piece. Interface 4.5. */
export function list<T extends z.ZodType>(item: T) {
  return z.object({ context, value: z.object({ items: z.array(item) }) })
}
