import { RPC_CODES } from '@/lib/protocol/rpc/envelope'
import { stringifyJson } from '@/lib/protocol/rpc/json'
import { isMethodName, type MethodName, type Result } from '@/lib/protocol/rpc/methods'
import { address } from '@/lib/protocol/rpc/primitives'
import type { Clock } from '../../platform/clock'
import { logThrottled } from '../../platform/log'
import { associatedAccounts } from '../handlers/associated'
import { needsScan } from '../handlers/filtered-accounts'
import type { ChainState, Handler, LiveChain } from '../handlers/handler'
import { handlers } from '../handlers/handlers'
import { resultText } from '../json-rpc/answer-text'
import {
  assertNesting,
  batchOffsets,
  type Envelope,
  isBatch,
  MAX_BATCH,
  readEnvelope,
  readGivenParams,
} from '../json-rpc/envelope'
import { DUPLICATE_MEMBER, JsonTooLarge } from '../json-rpc/json-reader'
import { isMethodError, MethodError, STORE_DAMAGED } from '../json-rpc/method-error'
import { readParams } from '../json-rpc/params'
import { Turns } from '../json-rpc/turns'
import { ClientLeft, WorkBudget } from '../json-rpc/work'
import { isSolanaMethod, readCall, type SolanaMethod } from '../solana/calls'
import { type RecordingBehind, solanaResult } from '../solana/solana-result'
import type { Reader, Store } from '../store/store'
import { isV2Name, operationOf, toV2 } from './v2-names'

/* JSON-RPC 2.0 as Photon's library: notifications, echoed ids, batches, member order. facts/photon-wire.md 3. */

/** Bytes in either direction. facts/photon-wire.md 2 and 3. */
export const MAX_BODY = 10_485_760

export interface RpcService {
  store: Store
  chain: LiveChain
  /** A recording also answers as a node of its chain. */
  recording?: RecordingBehind | undefined
  /** Called for every executed request; `outcome`: `ok` or the error's code. */
  count(method: string, outcome: string): void
  clock?: Clock
}

export const PARSE_ERROR = errorText(RPC_CODES.parse, 'Parse error', null)
export const TOO_LARGE = errorText(
  RPC_CODES.tooBigRequest,
  'Request is too big',
  null,
  `Exceeded max limit of ${MAX_BODY}`,
)
const BATCH_TOO_LONG = errorText(
  RPC_CODES.tooBigRequest,
  'Request is too big',
  null,
  `Exceeded max limit of ${MAX_BATCH} requests in a batch`,
)
/** Reveals nothing of the failure. */
export const INTERNAL_ERROR = errorText(RPC_CODES.internal, 'Internal error', null)
const INVALID_REQUEST = 'Invalid request'

interface Answering extends RpcService {
  work: WorkBudget
}

/** Empty where there were only notifications. @throws ClientLeft */
export function answer(text: string, service: RpcService, work = new WorkBudget(service.clock)): Promise<string> {
  const answering = { ...service, work }
  return isBatch(text)
    ? answerBatch(text, answering)
    : answerSingle({ text, start: 0, isWhole: true }, answering, PARSE_ERROR)
}

async function answerBatch(text: string, service: Answering): Promise<string> {
  const invalid = errorText(RPC_CODES.invalidRequest, INVALID_REQUEST, null)
  let places: number[]
  try {
    places = batchOffsets(text)
  } catch (error) {
    return error instanceof JsonTooLarge ? BATCH_TOO_LONG : PARSE_ERROR
  }
  if (places.length === 0) return invalid
  const answers: string[] = []
  let size = 2
  for (const start of places) {
    service.work.assertWanted()
    const one = await answerSingle({ text, start, isWhole: false }, service, invalid)
    if (one === '') continue
    answers.push(one)
    size += Buffer.byteLength(one) + 1
    if (size > MAX_BODY) return invalid
    service.work.client.keeps(one.length)
    await service.work.othersIfDue()
  }
  return answers.length === 0 ? '' : `[${answers.join(',')}]`
}

type Id = string | number | bigint | null

interface RequestAt {
  text: string
  start: number
  isWhole: boolean
}

/** `invalidResponse`: answers what is no request and has no id. */
async function answerSingle(place: RequestAt, service: Answering, invalidResponse: string): Promise<string> {
  let envelope: Envelope
  try {
    envelope = readEnvelope(place.text, place.start, place.isWhole)
  } catch {
    return invalidResponse
  }
  const { jsonrpc, method, params, id } = envelope
  const isCall = jsonrpc === '2.0' && typeof method === 'string' && params !== DUPLICATE_MEMBER
  if (!isId(id)) return isCall ? '' : invalidResponse
  if (!isCall) return errorText(RPC_CODES.invalidRequest, INVALID_REQUEST, id)
  return execute(method, { text: place.text, params }, id, service)
}

interface RawParams {
  text: string
  params: Exclude<Envelope['params'], typeof DUPLICATE_MEMBER>
}

/** With any other id, a request is a notification and not executed. */
function isId(id: unknown): id is Id {
  if (typeof id === 'bigint') return id >= 0n && id < 2n ** 64n
  return id === null || typeof id === 'string' || (typeof id === 'number' && Number.isInteger(id) && id >= 0)
}

async function execute(method: string, given: RawParams, id: Id, service: Answering): Promise<string> {
  const known =
    isMethodName(method) || isV2Name(method) || CALLABLE_PROBES.has(method) || isOfRecording(method, service)
  // Client-supplied names must not become metrics.
  const label = known ? method : 'unknown'
  try {
    service.work.assertAffordable()
    if (known) assertNesting(given.params)
    const result = await call(method, given, service)
    const text = `{"jsonrpc":"2.0","result":${result},"id":${stringifyJson(id)}}`
    if (isTooBig(text)) {
      service.count(label, String(RPC_CODES.tooBigAnswer))
      return errorText(RPC_CODES.tooBigAnswer, 'Response is too big', id, `Exceeded max limit of ${MAX_BODY}`)
    }
    service.count(label, 'ok')
    return text
  } catch (error) {
    if (error instanceof ClientLeft) throw error
    const { code, message, data } = isMethodError(error) ? error : internal(method, error)
    service.count(label, String(code))
    return errorText(code, message, id, data)
  }
}

/** Asks for the tip before the read transaction begins, since a node may be slow. */
async function chainFor(method: string, { chain, clock, work }: Answering): Promise<ChainState> {
  const tip = method === 'getIndexerHealth' ? await work.waitFor(chain.tip()) : null
  return { ...chain, tip, work, ...(clock && { clock }) }
}

function isOfRecording(method: string, { recording }: RpcService): method is SolanaMethod {
  return recording !== undefined && isSolanaMethod(method)
}

async function call(method: string, given: RawParams, service: Answering): Promise<string> {
  if (service.recording && isSolanaMethod(method)) {
    const { store, work, recording } = service
    const checked = readCall(method, readGivenParams(given.text, given.params))
    return solanaResult(checked, { store, work, recording, longest: MAX_BODY })
  }
  if (isV2Name(method)) {
    const v2Text = async (db: Reader, result: Parameters<typeof toV2>[1]) => stringifyJson(await toV2(db, result))
    return ofOneChain(service, async () =>
      answerOf(operationOf(method), given, service, await chainFor(method, service), v2Text),
    )
  }
  if (isMethodName(method)) {
    return ofOneChain(service, async () => answerOf(method, given, service, await chainFor(method, service)))
  }
  if (CALLABLE_PROBES.has(method)) return stringifyJson(method === 'readiness' ? await assertReady(service) : null)
  throw new MethodError(RPC_CODES.methodNotFound, 'Method not found')
}

/** @throws MethodError if the chain was replaced meanwhile: the rows could be of either */
async function ofOneChain({ chain }: RpcService, answered: () => Promise<string>): Promise<string> {
  assertNotReplaced(chain, RPC_CODES.server)
  const text = await answered()
  assertNotReplaced(chain, RPC_CODES.server)
  return text
}

/** The body of GET /associated/<wallet>, with its status. design.md 4.5. */
export async function associatedAnswer(service: RpcService, wallet: string): Promise<{ status: number; body: string }> {
  const checked = address.safeParse(wallet)
  if (!checked.success) {
    const why = `wallet ${checked.error.issues[0]?.message}`
    return { status: 400, body: errorText(RPC_CODES.invalidParams, why, null) }
  }
  try {
    const body = await ofOneChain(service, async () => stringifyJson(await associatedAccounts(service.store, wallet)))
    return { status: 200, body }
  } catch (error) {
    const { code, message } = isMethodError(error) ? error : internal('associated', error)
    return { status: 500, body: errorText(code, message, null) }
  }
}

function assertNotReplaced({ replaced }: LiveChain, code: number): void {
  const why = replaced?.() ?? null
  if (why !== null) throw new MethodError(code, why)
}

/** Photon answers its probes as methods too. facts/photon-wire.md 2. */
const CALLABLE_PROBES = new Set(['liveness', 'readiness'])

/** Null when ready. @throws MethodError with the reason, or SQLite's own error. facts/reliability.md (c) F52. */
export async function assertReady({ store, chain }: RpcService): Promise<null> {
  assertNotReplaced(chain, RPC_CODES.internal)
  if (chain.damaged?.()) throw new MethodError(RPC_CODES.internal, STORE_DAMAGED)
  const why = chain.stopped?.() ?? null
  if (why !== null) throw new MethodError(RPC_CODES.internal, `Ingestion stopped: ${why}`)
  // Reads from the file, which shows that it can be read.
  await store.get('SELECT slot FROM store')
  return null
}

/** Limits long requests, so that others find the store free. */
const long = new Turns(4)

/** Several statements share one read transaction. The compiler cannot see that params and result belong to the same M. */
async function answerOf<M extends MethodName>(
  method: M,
  given: RawParams,
  { store, work }: Answering,
  chain: ChainState,
  inV2?: (db: Reader, result: Result<M>) => Promise<string>,
): Promise<string> {
  const handler: Handler<M> = handlers[method]
  const checked = readParams(method, () => readGivenParams(given.text, given.params))
  const filters = ('filters' in checked && checked.filters) || []
  if (filters.length === 0 && !inV2) return resultText(method, await handler(store, checked, chain))
  const read = () =>
    store.read(async (db) => {
      const result = await handler(db, checked, chain)
      return inV2 ? inV2(db, result) : resultText(method, result)
    })
  if (!needsScan(filters)) return read()
  work.pause()
  return long.take(() => {
    work.resume()
    work.assertWanted()
    return read()
  })
}

/** Counts bytes only near the limit: a character takes at most three. */
function isTooBig(text: string): boolean {
  return text.length > MAX_BODY / 3 && Buffer.byteLength(text) > MAX_BODY
}

/** The failure itself is only logged, once in five seconds per method. facts/photon-wire.md 4. */
function internal(method: string, error: unknown): MethodError {
  const reason = error instanceof Error ? error.message : String(error)
  logThrottled(method, 'error', 'a handler failed', { op: method, reason })
  return new MethodError(RPC_CODES.server, 'Internal server error')
}

export function errorText(code: number, message: string, id: Id, data?: unknown): string {
  return stringifyJson({ jsonrpc: '2.0', error: { code, message, data }, id })
}
