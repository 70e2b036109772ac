import 'server-only'
import { withProof } from '../account/proof/contract'
import { takeProof } from '../account/proof/proof-param'
import { proofs } from '../account/proof/proofs'
import type { ApiAnswer } from '../api/api-answer'
import { type Content, jsonContent } from '../api/content'
import { answerApi, routeHandlers } from '../api/handlers'
import { readSearchParams } from '../api/operation-params'
import { invalidParams, ProblemError, problem } from '../api/problem'
import { splitRequest } from '../api/request-params'
import { percentDecoded } from '../platform/percent-decoded'
import { OTHER_ROUTE } from '../platform/request-context'
import { loopTurn } from '../platform/turns'
import type { RequestClient } from '../platform/waiting-clients'
import { type AnyItem, holdsAccount } from '../protocol/rpc/items'
import { isListMethod, isMethodName, type MethodName, methods, type Params, rowsNameOf } from '../protocol/rpc/methods'
import { answerFromMemory, answerTo, type DeliveredAnswer } from '../upstream/ask'
import { freshnessOf } from '../upstream/cache/freshness'
import { deliveryHeaders } from '../upstream/delivery-headers'
import { takeNetwork } from '../upstream/networks/network-param'
import type { Network } from '../upstream/networks/networks'
import { prepareRequest } from './ask'
import { rangeOf, readMomentParams } from './created-param'
import { withDecodings, withKnownDecodings } from './decoded'
import { takePageSpellings } from './page-spelling'
import type { WholeRequest } from './whole/readings'
import { wholePage } from './whole/whole-page'
import { readWholeParam } from './whole/whole-param'

const ROOT = '/api/v1/'

export const operationHandlers = routeHandlers((request, left) => {
  const [path = ''] = request.target.split('?')
  const name = percentDecoded(path.slice(ROOT.length))
  const route = isMethodName(name) ? `${ROOT}${name}` : OTHER_ROUTE
  const answer = async (search: URLSearchParams, reader: RequestClient) => {
    if (isMethodName(name)) return answerOperation(name, search, reader)
    const detail = `Operations are ${Object.keys(methods).join(', ')}; names are case-sensitive.`
    throw new ProblemError(problem('unknown_operation', detail))
  }
  return answerApi(request, left, route, answer, isListMethod(name) && rowsNameOf(name) !== 'signatures')
})

export async function answerOperation<M extends MethodName>(
  method: M,
  search: URLSearchParams,
  client: RequestClient,
): Promise<ApiAnswer> {
  const network = takeNetwork(search)
  const isProven = takeProof(method, search)
  const whole = readWholeParam(method, search)
  const moments = readMomentParams(method, search)
  takePageSpellings(method, search)
  const read = readSearchParams(method, search)
  if (!read.ok) throw new ProblemError(invalidParams(read.invalid))
  const params = moments ? { ...read.params, ...(await rangeOf(network, moments)) } : read.params
  if (whole) {
    const { minSlot } = splitRequest<M>(params)
    return wholeAnswer(network, params as WholeParams, { ...whole, minSlot }, isProven, client)
  }
  const request = prepareRequest(network, method, params)
  const written = (delivered: DeliveredAnswer<M>): ApiAnswer => ({
    ...answerOf(method, params, delivered),
    reuse() {
      const atHand = answerFromMemory(request)
      return atHand && written({ ...atHand, answer: withKnownDecodings(network, method, params, atHand.answer) })
    },
  })
  const received = await answerTo(request)
  const delivered = { ...received, answer: await withDecodings(network, method, params, received.answer) }
  if (isProven) return provenAnswer(network.name, method, params, delivered)
  if (!prepared.has(delivered.answer)) await turnToWrite(delivered.answer)
  return written(delivered)
}

type WholeParams = Params<'getCompressedAccountsByOwner'>

async function wholeAnswer(
  network: Network,
  params: WholeParams,
  whole: WholeRequest,
  isProven: boolean,
  client: RequestClient,
): Promise<ApiAnswer> {
  const { answer: page } = await wholePage(network, params, whole, client)
  const answer = await withDecodings(network, 'getCompressedAccountsByOwner', params, page)
  const delivered = { answer, via: 'miss' as const, ttlMs: 0, ageMs: 0 }
  const made = isProven ? await provenAnswer(network.name, 'getCompressedAccountsByOwner', params, delivered) : null
  if (!made) await turnToWrite(answer)
  return { content: made?.content ?? jsonContent(answer), cacheControl: 'no-store' }
}

const PROOFS_WITHIN_MS = 5_000

async function provenAnswer<M extends MethodName>(
  network: string,
  method: M,
  params: Params<M>,
  delivered: DeliveredAnswer<M>,
): Promise<ApiAnswer> {
  const { answer } = delivered
  const { value } = answer.result as { value: { items: AnyItem[] } }
  const rows = value.items.filter(holdsAccount)
  const sliced = 'dataSlice' in params && Boolean(params.dataSlice)
  const made = await proofs().of(network, rows, { sliced, indexer: answer.meta.indexer, withinMs: PROOFS_WITHIN_MS })
  const items = rows.map((row, i) => withProof(row, made[i] ?? null))
  const proven = { ...answer, result: { ...(answer.result as object), value: { ...value, items } } }
  await turnToWrite(proven)
  const headers = deliveryHeaders(delivered, freshnessOf(method, params, answer.result).cacheControl)
  return { content: jsonContent(proven), ...headers, ...(made.includes(null) && { cacheControl: 'no-store' }) }
}

function answerOf<M extends MethodName>(method: M, params: Params<M>, delivered: DeliveredAnswer<M>): ApiAnswer {
  const { answer } = delivered
  const content = prepared.get(answer) ?? jsonContent(answer)
  prepared.set(answer, content)
  return { content, ...deliveryHeaders(delivered, freshnessOf(method, params, answer.result).cacheControl) }
}

/** Serializing more rows takes milliseconds, so such an answer waits for its own turn of the event loop. */
const MANY_ROWS = 100

async function turnToWrite({ result }: { result: unknown }): Promise<void> {
  const { items = [] } = (result as { value?: { items?: readonly unknown[] } } | null)?.value ?? {}
  if (items.length > MANY_ROWS) await loopTurn()
}

/** Equal answers are one object while cached, so each is serialized once. */
const prepared = new WeakMap<object, Content>()
