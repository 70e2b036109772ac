import { z } from 'zod'
import { accountContent, accountHistory, accountVersion } from '../../account/history/contract'
import { rowProof } from '../../account/proof/schema'
import { answerIdl, answerMeta, idlFound, idlMissing, problem } from '../../api/schema'
import { indexerStatus, verdict } from '../../api/status'
import { comparison } from '../../compare/contract'
import * as entities from '../../protocol/rpc/entities'
import { methods } from '../../protocol/rpc/methods'
import { safeInteger as count, slot, isoTime as time, u64 } from '../../protocol/rpc/primitives'
import { incidentDocument, statusHistory } from '../../status/history/schema'
import { transactionDetails } from '../../transaction/contract'
import { description } from '../../transaction/description/contract'
import { walletTotal } from '../../wallet/total/contract'

/* Bodies of the API's answers, by the schemas of their features. answers.test.ts checks what explorers answer by them. */

const text = z.string()
const orNull = z.nullable
const list = z.array

const ownMeta = z.object({
  network: text,
  slot: slot.nullable().optional(),
  complete: z.boolean().optional(),
  idl: answerIdl.optional(),
})
/** `fetchedAt` null: no indexer answered for it: the versions are final, or the newest may be older than it says (`stale`). */
const versionMeta = ownMeta.extend({
  ...answerMeta.pick({ slot: true, state: true, reason: true, retryAfterMs: true }).shape,
  fetchedAt: orNull(time),
})
const answer = (result: z.ZodType, meta: z.ZodType = ownMeta) => z.object({ result, meta })

const decoded = z.union([
  z.object({ struct: text, fields: z.record(text, z.unknown()) }),
  z.object({ structs: list(text) }),
  z.object({ raw: text }),
])
const account = entities.account.extend({ proof: rowProof.optional(), decoded: decoded.optional() })
const tokenAccount = entities.tokenAccount.extend({ account })

const { olderThan, newerThan, ...history } = accountHistory.shape
const historyPage = z.object({
  ...history,
  items: list(accountVersion.extend({ account })),
  cursor: olderThan,
  newerCursor: newerThan,
})

const [known, doubtful] = transactionDetails.options
const described = { description: description.optional() }

const happened = z.object({
  signature: text,
  state: z.enum(['described', 'failed', 'pending', 'unread']),
  ...described,
  problem: problem.optional(),
  retryAfterMs: z.number().optional(),
})

const extension = z.object({
  type: count,
  name: text,
  parts: list(z.union([z.object({ name: text, key: orNull(text) }), z.object({ name: text, text })])),
})
const claims = z.object({
  symbol: orNull(text),
  name: orNull(text),
  uri: orNull(text),
  source: z.enum(['mint account', 'metadata program']),
})
const mint = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('mint'),
    address: text,
    program: text,
    decimals: count,
    supply: u64,
    mintAuthority: orNull(text),
    freezeAuthority: orNull(text),
    firstPool: orNull(text),
    claims: orNull(claims),
    extensions: orNull(list(extension)),
    pools: orNull(list(z.object({ address: text, amount: orNull(u64) }))),
  }),
  z.object({ kind: z.literal('absent'), address: text }),
  z.object({ kind: z.literal('other'), address: text, program: text, why: text }),
])

const recognised = ['key', 'signature', 'number', 'own', 'link'] as const
const meaning = z.object({
  kind: z.enum(['wallet', 'owner', 'delegate', 'mint', 'account hash', 'transaction', 'slot', ...recognised]),
  /** null: not known, for `reason`. */
  found: z.boolean().nullable(),
  reason: z.enum(['slow', 'failed', 'unasked', 'unknown']).exactOptional(),
  text,
  page: text,
  stale: z.literal(true).exactOptional(),
})
export type FoundMeaning = z.output<typeof meaning>

const searched = z.object({
  kind: z.enum([...recognised, 'empty', 'several', 'unknown']),
  text: orNull(text),
  leadsTo: orNull(text),
  why: text.optional(),
  meanings: list(meaning),
})

const compareMeta = z.object({
  network: text,
  state: z.enum(['done', 'running']),
  labels: list(text).length(2).optional(),
  calls: list(count).length(2).optional(),
})

const allStatus = z.object({
  network: text,
  verdict,
  summary: text,
  worst: text,
  since: orNull(time),
  checkedAt: orNull(time),
  networks: list(indexerStatus),
})
const word = z.enum(['pass', 'warn', 'fail'])
const check = z.object({
  componentId: text.optional(),
  componentType: text,
  observedValue: z.union([text, z.number()]).optional(),
  observedUnit: text.optional(),
  status: word,
  time,
  output: text.optional(),
})
const health = z.object({
  status: word,
  version: text,
  releaseId: text,
  serviceId: text,
  time,
  verdict,
  output: text,
  since: orNull(time),
  checkedAt: orNull(time),
  network: text,
  slot: orNull(slot).optional(),
  lag: orNull(z.number()).optional(),
  worst: text.optional(),
  networks: z.record(text, verdict).optional(),
  checks: z.record(text, list(check)),
})

/** By their names in the document. */
export const ANSWERS = {
  getIndexerHealth: answer(methods.getIndexerHealth.result, answerMeta),
  getIndexerSlot: answer(methods.getIndexerSlot.result, answerMeta),
  getCompressedAccountsByOwner: answer(entities.pageResult(account), answerMeta),
  getCompressedTokenAccountsByDelegate: answer(entities.pageResult(tokenAccount), answerMeta),
  getCompressionSignaturesForAccount: answer(methods.getCompressionSignaturesForAccount.result, answerMeta),
  getLatestCompressionSignatures: answer(methods.getLatestCompressionSignatures.result, answerMeta),
  Index: z.object({ document: text, routes: list(z.object({ path: text, about: text })) }),
  Account: account,
  AccountFields: entities.account,
  TokenData: entities.tokenData,
  SignatureInfo: entities.signatureInfo,
  Meta: answerMeta,
  Problem: problem,
  AccountContent: answer(accountContent.extend({ account }), versionMeta),
  AccountHistory: answer(historyPage, versionMeta),
  Transaction: answer(z.union([known.extend(described), doubtful.extend(described)])),
  Transactions: answer(list(happened), ownMeta.extend({ automatic: z.boolean() })),
  Wallet: answer(walletTotal),
  Mint: answer(mint),
  Search: answer(searched),
  Comparison: answer(orNull(comparison), compareMeta),
  Idl: answer(z.discriminatedUnion('state', [...idlMissing, idlFound.extend({ text })])),
  Status: z.union([indexerStatus, allStatus]),
  IndexerStatus: indexerStatus,
  Health: health,
  StatusHistory: statusHistory,
  Incident: incidentDocument,
  Badge: z.looseObject({ schemaVersion: count, label: text, message: text, color: text }),
}

export type AnswerName = keyof typeof ANSWERS
