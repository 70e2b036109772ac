import { z } from 'zod'
import { PROOF_RESULTS } from '../../account/proof/contract'
import { PROBLEM_KINDS } from '../../api/problem-kinds'
import { VERDICTS } from '../../api/verdicts'
import { COMPARED_METHODS, COMPARISON_VERDICTS } from '../../compare/contract'
import * as entities from '../../protocol/rpc/entities'
import { methods } from '../../protocol/rpc/methods'
import { safeInteger as count, slot, u64 } from '../../protocol/rpc/primitives'
import { PLACES } from '../../wallet/total/contract'

/* Bodies of the API's answers. What an indexer answers has the schemas that check it; answers.test.ts checks the others. */

/** Members by their type. A name with `?` may be absent. */
function object(...groups: readonly (readonly [z.ZodType, names: string])[]) {
  const members = groups.flatMap(([of, names]) => names.split(' ').map((name) => [name, of] as const))
  return z.object(
    Object.fromEntries(
      members.map(([name, of]) => (name.endsWith('?') ? [name.slice(0, -1), of.optional()] : [name, of])),
    ),
  )
}

const keysOf = (of: object) => z.enum(Object.keys(of))
const text = z.string()
export const time = z.string().meta({ format: 'date-time' })
/** Sums may exceed 2^64, and differences may be negative. */
export const integer = z.union([z.int(), z.bigint()])
const number = z.number()
const flag = z.boolean()
const yes = z.literal(true)
const maybe = z.nullable
const list = z.array
const method = keysOf(methods)
const verdict = z.enum(VERDICTS)
const code = keysOf(PROBLEM_KINDS)
const pair = <T extends z.ZodType>(of: T) => list(of).length(2)

const problem = object(
  [z.literal('about:blank'), 'type'],
  [text, 'title detail requestId?'],
  [code, 'code'],
  [flag, 'retryable'],
  [number, 'status retryAfterMs? lag? minSlot? slot?'],
  [list(object([text, 'name message'])), 'invalid?'],
  [object([number, 'code'], [text, 'message']), 'upstream?'],
)

const proof = object([z.enum(PROOF_RESULTS), 'result'], [text, 'reason'])
const idlSource = object([text, 'kind account?'], [maybe(text), 'authority?'])
const idl = object(
  [z.enum(['found', 'absent', 'not asked', 'damaged', 'failed']), 'state'],
  [idlSource, 'source?'],
  [text, 'hash? reason?'],
)
const column = object([text, 'name type'], [object([count, 'offset length']), 'place?'])
const answerIdl = idl.extend({ structs: z.record(text, list(column)).optional() })
const decoded = z.union([
  object([text, 'struct'], [z.record(text, z.unknown()), 'fields']),
  object([list(text), 'structs']),
  object([text, 'raw']),
])

const account = entities.account.extend({ proof: proof.optional(), decoded: decoded.optional() })
const tokenAccount = entities.tokenAccount.extend({ account })
const { tokenData } = tokenAccount.shape

const mintSum = object([text, 'mint'], [integer, 'amount'])
const unprovenPart = object([list(object([count, 'offset'], [text, 'hex'])), 'bytes'], [count, 'rows'], [text, 'why'])
const claim = object(
  [maybe(flag), 'complete'],
  [object([count, 'rows fromBytes shorter'], [flag, 'proven']), 'withData'],
  [object([count, 'rows'], [flag, 'proven']), 'withoutData'],
  [list(unprovenPart), 'unproven'],
  [object([integer, 'lamports'], [mintSum, 'tokens?'], [flag, 'exact']), 'sum'],
  [list(text), 'sentences'],
)
const whole = object(
  [z.enum(['reading', 'paused', 'stopped', 'ended']), 'state'],
  [maybe(z.enum(['pages', 'parts'])), 'by'],
  [object([text, 'code text'], [number, 'retryAfterMs?']), 'stop?'],
  [count, 'calls maxCalls'],
  [maybe(object([count, 'calls rows'], [flag, 'isAtLeast'], [number, 'seconds'], [text, 'how'])), 'estimate'],
  [object([count, 'found withData withoutData unproven created']), 'rows'],
  [object([count, 'whole split unproven left']), 'parts'],
  [object([maybe(slot), 'from to']), 'slots'],
  [list(text), 'created? unproven?'],
  [maybe(claim), 'claim'],
)
const meta = object(
  [maybe(slot), 'slot'],
  [time, 'fetchedAt'],
  [z.enum(['fresh', 'revalidating', 'stale']), 'state'],
  [code, 'reason?'],
  [number, 'retryAfterMs?'],
  [
    maybe(flag).meta({ description: 'true: no row is missing; false: rows are missing or suspected; null: unknown' }),
    'complete',
  ],
  [yes, 'moved?'],
  [count, 'repeatsRemoved? total? rowsBefore?'],
  [object([count, 'rows'], [integer, 'lamports?'], [mintSum, 'tokens?']), 'sum?'],
  [object([text, 'by reason?'], [flag, 'whole'], [yes, 'pending?']), 'sorted?'],
  [object([maybe(slot), 'since until'], [count, 'of']), 'created?'],
  [whole, 'whole?'],
  [answerIdl, 'idl?'],
  [text, 'network completeReason? here? indexer?'],
  [object([text, 'indexer'], [count, 'slots']), 'below?'],
)
const ownMeta = object([text, 'network'], [maybe(slot), 'slot?'], [flag, 'complete?'], [answerIdl, 'idl?'])
const answer = (result: z.ZodType, of: z.ZodType = ownMeta) => z.object({ result, meta: of })

const accountTransaction = entities.signatureInfo.extend({ signer: text, fee: maybe(u64), finalized: flag })
const content = object(
  [account, 'account'],
  [maybe(tokenData), 'tokenData'],
  [proof, 'proof'],
  [accountTransaction, 'created'],
  [maybe(entities.signatureInfo), 'consumed'],
)
const choice = object([text, 'hash'], [maybe(text), 'owner'], [maybe(u64), 'lamports'], [maybe(tokenData), 'tokenData'])
const ends = ['unwalked', 'live', 'closed', 'created', 'several', 'older_than_index', 'unknown', 'problem']
const historyEnd = object(
  [z.enum(ends), 'kind'],
  [text, 'hash?'],
  [accountTransaction, 'by?'],
  [flag, 'isNewAddress?'],
  [list(choice), 'accounts?'],
  [problem, 'problem?'],
)
const version = content.extend({
  number: maybe(count),
  previous: maybe(object([entities.account, 'account'], [maybe(tokenData), 'tokenData'])),
})
const accountHistory = object(
  [text, 'hash'],
  [maybe(text), 'address cursor newerCursor'],
  [list(version), 'items'],
  [count, 'known newer'],
  [historyEnd, 'newestEnd oldestEnd'],
  [maybe(object([text, 'hash'], [slot, 'slotCreated'])), 'live'],
)

const part = z.union([
  object([z.literal('text'), 'type'], [text, 'text']),
  object([z.literal('identifier'), 'type'], [text, 'what text name?']),
  object(
    [z.literal('amount'), 'type'],
    [integer, 'amount'],
    [maybe(text), 'mint'],
    [count, 'decimals?'],
    [text, 'symbol?'],
  ),
  object([z.literal('count'), 'type'], [count, 'count']),
])
const clause = object([text, 'kind'], [list(part), 'parts'])
const description = object([text, 'kind text reason?'], [list(clause), 'clauses'], [count, 'more'])
const instruction = object(
  [text, 'program discriminator'],
  [maybe(text), 'name source authority'],
  [maybe(count), 'depth'],
  [count, 'dataBytes accounts'],
)
const sumOf = (value: z.ZodType) =>
  z.union([
    object([z.literal('known'), 'state'], [value, 'value']),
    object([z.literal('missing'), 'state'], [text, 'reason']),
  ])
const change = object([text, 'of'], [integer, 'consumed created change'])
const lamports = object(
  [integer, 'compressed decompressed relayFee consumed created'],
  [flag, 'balances'],
  [list(change), 'owners'],
)
const mint = change.extend(
  object(
    [integer, 'compressed decompressed'],
    [flag, 'balances'],
    [maybe(text), 'unbalanced'],
    [list(change), 'owners'],
  ).shape,
)
const event = object(
  [integer, 'compressed decompressed relayFee'],
  [count, 'instruction'],
  [list(count), 'tokenInstructions'],
)
const consumedFields = object(
  [text, 'owner'],
  [u64, 'lamports'],
  [maybe(text), 'address'],
  [maybe(object([u64, 'discriminator'], [text, 'dataHash'])), 'data'],
)
const consumedContent = object(
  [z.enum(['read', 'not_needed', 'not_read', 'unknown']), 'state'],
  [entities.account, 'account?'],
  [maybe(tokenData), 'token?'],
  [text, 'createdBy?'],
)
const consumed = object(
  [count, 'event'],
  [text, 'hash'],
  [maybe(object([text, 'tree'], [count, 'leafIndex'])), 'leaf'],
  [maybe(consumedFields), 'fields'],
  [consumedContent, 'content'],
)
const created = object(
  [count, 'event'],
  [entities.account, 'account'],
  [maybe(tokenData), 'token'],
  [maybe(text), 'queue'],
  [flag, 'indexed'],
)
const tokenMove = object([text, 'kind mint'], [count, 'instruction'], [integer, 'amount'], [maybe(text), 'account'])
const transaction = object(
  [text, 'signature'],
  [slot, 'slot'],
  [maybe(number), 'blockTime'],
  [flag, 'finalized unchecked'],
  [z.union([z.literal('legacy'), count]), 'version'],
  [maybe(object([text, 'message'], [maybe(count), 'instruction code'])), 'failure'],
  [maybe(u64), 'fee computeUnits'],
  [list(text), 'signers programs unreadable logs'],
  [list(instruction), 'instructions'],
  [sumOf(lamports), 'lamports'],
  [sumOf(list(mint)), 'mints'],
  [count, 'logsLeftOut'],
  [maybe(flag), 'usesCompression'],
  [maybe(list(event)), 'events'],
  [maybe(list(consumed)), 'consumed'],
  [maybe(list(created)), 'created'],
  [maybe(list(object([count, 'event'], [text, 'address tree']))), 'newAddresses'],
  [maybe(list(tokenMove)), 'tokenMoves'],
  [maybe(list(object([text, 'kind tree'], [count, 'instruction'], [maybe(text), 'newTree']))), 'treeUpdates'],
  [maybe(z.enum(['not_recorded', 'contradicted'])), 'doubt'],
  [description, 'description?'],
)
const happened = object(
  [text, 'signature'],
  [z.enum(['described', 'failed', 'pending', 'unread']), 'state'],
  [description, 'description?'],
  [problem, 'problem?'],
  [number, 'retryAfterMs?'],
)

const sumKind = z.enum(['exact', 'at least', 'none'])
const mintTotal = object(
  [text, 'mint'],
  [sumKind, 'sum'],
  [maybe(integer), 'total'],
  [z.record(z.enum(PLACES), object([count, 'accounts'], [integer, 'amount'])), 'places'],
  [flag, 'isNative'],
  [integer, 'withheld'],
  [count, 'confidential'],
  [list(text), 'reasons'],
)
const held = object(
  [z.enum(PLACES), 'place'],
  [text, 'id mint state'],
  [integer, 'amount delegatedAmount'],
  [maybe(text), 'delegate closeAuthority associated'],
  [maybe(integer), 'compressibleFrom'],
)
const wallet = object(
  [text, 'wallet'],
  [sumKind, 'sum'],
  [maybe(slot), 'slot'],
  [z.record(text, slot), 'slots'],
  [list(text), 'reasons'],
  [object([sumKind, 'sum'], [maybe(integer), 'total chain compressed']), 'sol'],
  [list(mintTotal), 'mints'],
  [list(held), 'accounts'],
  [count, 'unaskedMints'],
)

const extension = object(
  [count, 'type'],
  [text, 'name'],
  [list(z.union([object([text, 'name'], [maybe(text), 'key']), object([text, 'name text'])])), 'parts'],
)
const mintDetails = object(
  [z.literal('mint'), 'kind'],
  [text, 'address program'],
  [count, 'decimals'],
  [u64, 'supply'],
  [maybe(text), 'mintAuthority freezeAuthority firstPool'],
  [maybe(object([maybe(text), 'symbol name uri'], [z.enum(['mint account', 'metadata program']), 'source'])), 'claims'],
  [maybe(list(extension)), 'extensions'],
  [maybe(list(object([text, 'address'], [maybe(u64), 'amount']))), 'pools'],
)
const mintAt = z.union([
  mintDetails,
  object([z.literal('absent'), 'kind'], [text, 'address']),
  object([z.literal('other'), 'kind'], [text, 'address program why']),
])

const searched = object(
  [z.enum(['empty', 'key', 'signature', 'number', 'own', 'link', 'several', 'unknown']), 'kind'],
  [maybe(text), 'text leadsTo'],
  [text, 'why?'],
  [
    list(
      object(
        [text, 'kind text page'],
        [maybe(flag), 'found'],
        [z.enum(['slow', 'failed', 'unasked', 'unknown']), 'reason?'],
        [yes, 'stale?'],
      ),
    ),
    'meanings',
  ],
)

const values = pair(z.union([text, integer, z.null()]))
const side = z.literal([0, 1])
const difference = object(
  [z.enum(['fields', 'only', 'duplicate', 'answer']), 'kind'],
  [text, 'row?'],
  [list(object([text, 'name'], [values, 'values'])), 'fields?'],
  [values, 'values?'],
  [side, 'on?'],
  [count, 'slot? times?'],
  [maybe(object([text, 'kind'], [slot, 'slot?'])), 'lacking?'],
  [maybe(proof), 'proof?'],
  [pair(maybe(proof)), 'proofs?'],
  [maybe(side), 'right?'],
)
const comparedSide = object(
  [text, 'label'],
  [count, 'calls'],
  [maybe(object([slot, 'from to'])), 'slots'],
  [maybe(count), 'rows partsEstimate'],
  [maybe(text), 'failed partBecause'],
)
const comparison = object(
  [keysOf(COMPARED_METHODS), 'what'],
  [method, 'method'],
  [z.record(text, text), 'params'],
  [z.enum(COMPARISON_VERDICTS), 'verdict'],
  [text, 'summary'],
  [pair(comparedSide), 'sides'],
  [maybe(count), 'slotsApart'],
  [count, 'rowsCompared differencesFound'],
  [list(difference), 'differences'],
  [object([count, 'created consumed above']), 'setAside'],
  [list(object([count, 'rows'], [text, 'because'])), 'unsettled'],
  [time, 'comparedAt'],
)
const compareMeta = object(
  [text, 'network'],
  [z.enum(['done', 'running']), 'state'],
  [pair(text), 'labels?'],
  [pair(count), 'calls?'],
)

const operation = object(
  [method, 'method'],
  [count, 'calls failed rateLimited'],
  [maybe(number), 'medianMs p95Ms'],
  [maybe(object([time, 'at'], [text, 'outcome'], [flag, 'failed canary'])), 'last'],
  [yes, 'absent?'],
  [maybe(object([time, 'at'], [text, 'outcome text'])), 'lastError'],
)
const chain = object(
  [count, 'slot nodes counted'],
  [time, 'seenAt'],
  [flag, 'moves'],
  [maybe(number), 'lag lagSeconds'],
)
const sample = object(
  [time, 'at'],
  [maybe(number), 'slot lag'],
  [verdict, 'says'],
  [text, 'text'],
  [number, 'latencyMs'],
)
const status = object(
  [text, 'network summary'],
  [
    list(object([text, 'indexer summary'], [verdict, 'verdict'], [maybe(time), 'since'], [maybe(slot), 'slot'])),
    'indexers?',
  ],
  [verdict, 'verdict'],
  [maybe(time), 'since slotMovedAt standingSince checkedAt lastOkAt'],
  [maybe(number), 'slot slotsPerSecond lag arrivalSeconds'],
  [maybe(z.enum(['catching up', 'holding', 'losing ground'])), 'trend'],
  [maybe(z.enum(['indexer', 'chain', 'not known'])), 'standstill'],
  [list(z.looseObject({ kind: text })), 'degradations'],
  [maybe(object([verdict, 'to'], [flag, 'better'], [time, 'since'], [count, 'checks needed'])), 'pending'],
  [maybe(chain), 'chain'],
  [maybe(object([time, 'at'], [text, 'from to'])), 'replaced'],
  [maybe(object([number, 'seconds errorSeconds'], [object([slot, 'slot'], [time, 'time']), 'anchor'])), 'headAge'],
  [maybe(object([slot, 'slot'], [time, 'time seenAt'])), 'newestSignature'],
  [maybe(object([time, 'from to'], [text, 'note'])), 'maintenance'],
  [maybe(object([time, 'at'], [text, 'note'])), 'acknowledged'],
  [maybe(object([time, 'at'], [slot, 'from to'])), 'reset'],
  [number, 'intervalSeconds windowSeconds'],
  [list(sample), 'samples'],
  [list(operation), 'operations'],
)
const allStatus = object(
  [text, 'network summary worst'],
  [verdict, 'verdict'],
  [maybe(time), 'since checkedAt'],
  [list(status), 'networks'],
)
const word = z.enum(['pass', 'warn', 'fail'])
const check = object(
  [text, 'componentType componentId? observedUnit? output?'],
  [z.union([text, number]), 'observedValue?'],
  [word, 'status'],
  [time, 'time'],
)
const health = object(
  [word, 'status'],
  [text, 'version releaseId serviceId output network worst?'],
  [time, 'time'],
  [verdict, 'verdict'],
  [maybe(time), 'since checkedAt'],
  [maybe(number), 'slot? lag?'],
  [z.record(text, verdict), 'networks?'],
  [z.record(text, list(check)), 'checks'],
)

const point = object(
  [time, 'at'],
  [count, 'samples answered'],
  [maybe(number), 'slot slotsPerSecond lag headAgeSeconds latencyMs latencyMaxMs'],
)
const pastIncident = object(
  [maybe(text), 'id cause'],
  [time, 'from to'],
  [number, 'seconds'],
  [list(verdict), 'verdicts'],
  [flag, 'cutAtStart cutAtEnd'],
)
const notes = list(object([text, 'kind note'], [time, 'from to']))
const statusHistory = object(
  [text, 'network reason?'],
  [time, 'from to'],
  [number, 'stepSeconds'],
  [list(point), 'points'],
  [list(object([time, 'from to'], [maybe(verdict), 'verdict'])), 'periods'],
  [list(pastIncident), 'incidents'],
  [notes, 'notes'],
  [z.record(text, number), 'seconds'],
  [z.enum(['this', 'another', 'nobody']), 'recordedBy'],
  [maybe(time), 'oldest'],
)
const turn = object([time, 'at confirmedAt'], [maybe(verdict), 'from'], [verdict, 'to'], [text, 'summary'])
const incident = object(
  [text, 'id network'],
  [verdict, 'verdict'],
  [maybe(text), 'cause'],
  [time, 'began confirmedAt asOf'],
  [maybe(time), 'ended endConfirmedAt'],
  [number, 'seconds unseenSeconds'],
  [list(turn), 'turns'],
  [maybe(list(object([text, 'operation text']))), 'operations'],
  [maybe(list(object([text, 'indexer text'], [verdict, 'verdict']))), 'indexers'],
  [maybe(object([time, 'at'], [text, 'text'])), 'lastError'],
  [maybe(object([count, 'failed stale'])), 'answers'],
  [object([number, 'objective days allowedSeconds spentSeconds']), 'budget'],
  [notes, 'notes'],
  [statusHistory, 'history'],
)

/** By their names in the document. */
export const ANSWERS = {
  getIndexerHealth: answer(methods.getIndexerHealth.result, meta),
  getIndexerSlot: answer(methods.getIndexerSlot.result, meta),
  getCompressedAccountsByOwner: answer(entities.pageResult(account), meta),
  getCompressedTokenAccountsByDelegate: answer(entities.pageResult(tokenAccount), meta),
  getCompressionSignaturesForAccount: answer(methods.getCompressionSignaturesForAccount.result, meta),
  getLatestCompressionSignatures: answer(methods.getLatestCompressionSignatures.result, meta),
  Index: object([text, 'document'], [list(object([text, 'path about'])), 'routes']),
  Account: account,
  AccountFields: entities.account,
  TokenData: tokenData,
  SignatureInfo: entities.signatureInfo,
  Meta: meta,
  Problem: problem,
  AccountContent: answer(content),
  AccountHistory: answer(accountHistory),
  Transaction: answer(transaction),
  Transactions: answer(list(happened), ownMeta.extend({ automatic: flag })),
  Wallet: answer(wallet),
  Mint: answer(mintAt),
  Search: answer(searched),
  Comparison: answer(maybe(comparison), compareMeta),
  Idl: answer(idl.extend({ text: text.optional(), idl: z.null().optional() })),
  Status: z.union([status, allStatus]),
  IndexerStatus: status,
  Health: health,
  StatusHistory: statusHistory,
  Incident: incident,
  Badge: z.looseObject({ schemaVersion: count, label: text, message: text, color: text }),
}

export type AnswerName = keyof typeof ANSWERS
