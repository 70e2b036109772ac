import { RPC_CODES } from '@/lib/rpc/envelope'
import { stringifyJson } from '@/lib/rpc/json'
import { isMethodName, type MethodName, type Result } from '@/lib/rpc/methods'
import { resultText } from './answer-text'
import { ClientLeft, Effort } from './effort'
import { type Body, type Entry, type IdText, MAX_BATCH, readBody, readEntry, type Span } from './envelope'
import { handlers } from './handlers'
import { looksThrough } from './handlers/filtered-accounts'
import type { Chain, Handler } from './handlers/handler'
import { logLine } from './log'
import { MethodError } from './method-error'
import { readParams } from './params'
import type { Reader, Store } from './store/store'
import { Turns } from './turns'
import { isV2Name, operationOf, toV2 } from './v2-names'

/*
 * JSON-RPC 2.0 as Photon's library speaks it: what is asked for is carried out, and a batch is answered in order.
 * facts/photon-wire.md 3. Members come in the order jsonrpc, result or error, id.
 */

/** Largest body in either direction, in bytes. facts/photon-wire.md 2 and 3. */
export const MAX_BODY = 10_485_760

/** The chain behind the store: its head has to be asked for. */
export interface LiveChain {
  /** Highest slot that exists right now; null where nobody says. */
  tip(): number | null | Promise<number | null>
  /** Slots of lag above which the indexer calls itself behind. */
  maxLagSlots: number
  /** Why nothing is stored right now, in words; null while it is. */
  stopped?(): string | null
}

/** What requests are answered from. */
export interface Service {
  store: Store
  chain: LiveChain
  /** Called for every request that was executed; `outcome` is `ok` or the error's code. */
  count(method: string, outcome: string): void
}

export const PARSE_ERROR = errorText(RPC_CODES.parse, 'Parse error', 'null')
export const TOO_BIG = errorText(
  RPC_CODES.tooBigRequest,
  'Request is too big',
  'null',
  `Exceeded max limit of ${MAX_BODY}`,
)
export const INTERNAL_ERROR = errorText(RPC_CODES.internal, 'Internal error', 'null')
const INVALID_REQUEST = 'Invalid request'
const INVALID = errorText(RPC_CODES.invalidRequest, INVALID_REQUEST, 'null')
const TOO_MANY = errorText(
  RPC_CODES.tooBigBatch,
  'The batch request was too large',
  'null',
  `Exceeded max limit of ${MAX_BATCH}`,
)

/** Batches are answered so many at a time: each holds the answers to its first calls while the others are made. */
const batches = new Turns(4)

/**
 * The answer to a body; empty where nothing but notifications came.
 * @throws ClientLeft where whoever asked is no longer there to be answered.
 */
export async function answer(given: Uint8Array | string, service: Service, effort = new Effort()): Promise<string> {
  const bytes = typeof given === 'string' ? Buffer.from(given) : given
  const body = bodyOf(bytes, effort)
  if (body === null) return PARSE_ERROR
  if (body.kind === 'single') return answerEntry(bytes, body.entry, service, effort, PARSE_ERROR)
  const { spans } = body
  if (spans === null) return TOO_MANY
  return batches.take(() => answerBatch(bytes, spans, service, effort), effort.signal)
}

function bodyOf(bytes: Uint8Array, effort: Effort): Body | null {
  try {
    return readBody(bytes, (looked) => effort.readBytes(looked))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

async function answerBatch(bytes: Uint8Array, spans: Span[], service: Service, effort: Effort): Promise<string> {
  if (spans.length === 0) return INVALID
  const answers: string[] = []
  let size = 2
  for (const span of spans) {
    effort.stay()
    const entry = readEntry(bytes, span, (looked) => effort.readBytes(looked))
    const text = await answerEntry(bytes, entry, service, effort, INVALID)
    if (text === '') continue
    answers.push(text)
    size += Buffer.byteLength(text) + 1
    if (size > MAX_BODY) return INVALID
    await effort.turn()
  }
  return answers.length === 0 ? '' : `[${answers.join(',')}]`
}

/** `unusable` is the answer to what has neither the form of a request nor an id to answer to. */
async function answerEntry(
  bytes: Uint8Array,
  entry: Entry,
  service: Service,
  effort: Effort,
  unusable: string,
): Promise<string> {
  if (entry.kind === 'notification') return ''
  if (entry.kind === 'unusable') return unusable
  if (entry.kind === 'invalid') return errorText(RPC_CODES.invalidRequest, INVALID_REQUEST, entry.id)
  const { method, params, id } = entry
  const given = params && bytes.subarray(params.start, params.end)
  return execute(method, given, id, service, effort)
}

async function execute(
  method: string,
  params: Uint8Array | null,
  id: IdText,
  service: Service,
  effort: Effort,
): Promise<string> {
  const known = isMethodName(method) || isV2Name(method) || CALLABLE_PROBES.has(method)
  // An unknown name is anything a client sends: it must not become a metric of its own.
  const label = known ? method : 'unknown'
  try {
    effort.call()
    const chain = { ...(await chainFor(method, service.chain)), effort }
    const result = await call(method, params, service, chain)
    const text = `{"jsonrpc":"2.0","result":${result},"id":${id}}`
    const size = Buffer.byteLength(text)
    effort.made(size)
    if (size > MAX_BODY) {
      service.count(label, String(RPC_CODES.tooBigAnswer))
      return errorText(RPC_CODES.tooBigAnswer, 'Response is too big', id, `Exceeded max limit of ${MAX_BODY}`)
    }
    service.count(label, 'ok')
    return text
  } catch (error) {
    if (error instanceof ClientLeft) throw error
    const { code, message } = error instanceof MethodError ? error : internal(method, error)
    service.count(label, String(code))
    return errorText(code, message, id)
  }
}

/** The head is asked for before the read transaction begins, since an answer of a node may take its time. */
async function chainFor(method: string, { tip, maxLagSlots, stopped }: LiveChain): Promise<Chain> {
  return { tip: method === 'getIndexerHealth' ? await tip() : null, maxLagSlots, stopped: stopped?.() ?? null }
}

/** The chain, and the effort that its answer costs. */
type Costed = Chain & { effort: Effort }

async function call(method: string, params: Uint8Array | null, service: Service, chain: Costed): Promise<string> {
  if (isV2Name(method)) {
    const v2Text = async (db: Reader, result: Parameters<typeof toV2>[1]) => stringifyJson(await toV2(db, result))
    return answerOf(operationOf(method), params, service.store, chain, v2Text)
  }
  if (isMethodName(method)) {
    return answerOf(method, params, service.store, chain, async (_db, result) => resultText(method, result))
  }
  if (CALLABLE_PROBES.has(method)) return stringifyJson(method === 'readiness' ? await assertReady(service) : null)
  throw new MethodError(RPC_CODES.methodNotFound, 'Method not found')
}

/** Photon answers its probes as methods too. facts/photon-wire.md 2. */
const CALLABLE_PROBES = new Set(['liveness', 'readiness'])

/**
 * Null when the store can be read and written.
 * @throws MethodError that says why not, or SQLite's own. facts/reliability.md (c) F52.
 */
export async function assertReady({ store, chain }: Service): Promise<null> {
  const why = chain.stopped?.() ?? null
  if (why !== null) throw new MethodError(RPC_CODES.internal, `Ingestion stopped: ${why}`)
  await store.get('SELECT 1')
  return null
}

/** Questions that may take long are answered so many at a time, so that the others find the store free. */
const long = new Turns(4)

/**
 * The result's text in the shape that is asked for, from one read transaction. Params and answer belong to the same M,
 * which the compiler cannot see through a union of handlers.
 */
async function answerOf<M extends MethodName>(
  method: M,
  params: Uint8Array | null,
  store: Store,
  chain: Costed,
  shape: (db: Reader, result: Result<M>) => Promise<string>,
): Promise<string> {
  const handler: Handler<M> = handlers[method]
  const checked = readParams(method, params, chain.effort)
  const read = async () => {
    chain.effort.stay()
    return store.read(async (db) => shape(db, await handler(db, checked, chain)))
  }
  return 'filters' in checked && looksThrough(checked.filters ?? []) ? long.take(read, chain.effort.signal) : read()
}

/** Whatever went wrong inside stays in the log. facts/photon-wire.md 4. */
function internal(method: string, error: unknown): MethodError {
  logLine('error', 'a handler failed', { method, reason: error instanceof Error ? error.message : String(error) })
  return new MethodError(RPC_CODES.server, 'Internal server error')
}

/** An error reply. */
export function errorText(code: number, message: string, id: IdText, data?: string): string {
  return `{"jsonrpc":"2.0","error":${JSON.stringify({ code, message, data })},"id":${id}}`
}
