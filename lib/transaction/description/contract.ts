import { z } from 'zod'
import { integer, safeInteger } from '../../protocol/rpc/primitives'
import { KINDS } from './kinds'

/* What a transaction did, in a sentence. docs/transactions.md has the rule of each kind. */

/**
 * `owner`: of lamports; `wallet`: of tokens; `associated account`: owner of tokens that is an associated token account;
 * `token account`: on the chain; `account`: a hash.
 */
const identifierKind = z.enum([
  ...(['owner', 'wallet', 'associated account', 'delegate', 'token account', 'mint'] as const),
  ...(['account', 'address', 'tree', 'program'] as const),
])
export type IdentifierKind = z.output<typeof identifierKind>

/** Written one after the other: spaces are in the texts. */
const part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('identifier'),
    what: identifierKind,
    text: z.string(),
    /** That of a known program. */
    name: z.string().exactOptional(),
  }),
  z.object({
    type: z.literal('amount'),
    amount: integer,
    /** null for lamports, shown as SOL. The mint's identifier is not a part of its own. */
    mint: z.string().nullable(),
    /** Absent where they are not known. */
    decimals: safeInteger.exactOptional(),
    /** The issuer's claim, of A-Z a-z 0-9 . $ - alone. */
    symbol: z.string().exactOptional(),
  }),
  z.object({ type: z.literal('count'), count: safeInteger }),
])
export type Part = z.output<typeof part>

const kind = z.enum([...KINDS, 'unknown'])

const clause = z.object({ kind, parts: z.array(part) })
export type Clause = z.output<typeof clause>

export const description = z.object({
  /** That of the first clause. */
  kind,
  /** One to three. */
  clauses: z.array(clause),
  /** Changes beyond those of `clauses`. */
  more: safeInteger,
  /** The whole sentence: identifiers shortened, known programs by name, mints never by symbol. */
  text: z.string(),
  /** Why something that the transaction did is not in the sentence, in a sentence. */
  reason: z.string().exactOptional(),
})
export type Description = z.output<typeof description>
