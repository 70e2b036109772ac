import { z } from 'zod'

/**
 * Why a row has its result:
 * - `content`: every hashed field and every byte of data matches.
 * - `token_fields`: matches, but the hash of this token layout omits the extension data.
 * - `account`: the account's fields have another hash.
 * - `data`: the account's fields match; its bytes have another data hash.
 * - `token`: the row's token fields differ from those in its bytes.
 * - `bytes`: the account's fields match; how the owner program hashes the data is unknown.
 * - `slice`: the account's fields match; the row has only part of the bytes.
 * - `programs`: a token account of the programs used until August 2024.
 * - `unreadable`: a field is not base58 of 32 bytes.
 * - `not_checked`: not checked in time.
 */
export const rowProof = z.discriminatedUnion('result', [
  z.object({ result: z.literal('matches'), reason: z.enum(['content', 'token_fields']) }),
  z.object({ result: z.literal('differs'), reason: z.enum(['account', 'data', 'token']) }),
  z.object({
    result: z.literal('cannot_tell'),
    reason: z.enum(['bytes', 'slice', 'programs', 'unreadable', 'not_checked']),
  }),
])
