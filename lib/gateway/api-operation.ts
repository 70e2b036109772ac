import 'server-only'
import type { Answer } from '../rpc/answer'
import { stringifyJson } from '../rpc/json'
import { isMethodName, type MethodName, methods } from '../rpc/methods'
import { ProblemError } from '../rpc/problem'
import { readSearchParams } from '../rpc/search'
import { LIMITS } from '../urls/links'
import type { ApiAnswer } from './api'
import { ask } from './ask'
import { freshnessOf } from './freshness'
import type { Network } from './networks'
import { invalidParams, problem } from './problem'

/**
 * An operation asked by its name and query parameters, all of it derived from the registry.
 * @throws ProblemError, before any upstream call where the request itself is wrong.
 */
export async function answerOperation(name: string, network: Network, search: URLSearchParams): Promise<ApiAnswer> {
  if (!isMethodName(name)) {
    const detail = `Operations are ${Object.keys(methods).join(', ')}; names are case-sensitive.`
    throw new ProblemError(problem('unknown_operation', detail))
  }
  return answerMethod(name, network, search)
}

async function answerMethod<M extends MethodName>(
  method: M,
  network: Network,
  search: URLSearchParams,
): Promise<ApiAnswer> {
  const read = readSearchParams(method, search)
  if (!read.ok) throw new ProblemError(invalidParams(read.invalid))
  const { params } = read
  if ('limit' in params && !LIMITS.some((allowed) => allowed === params.limit)) {
    throw new ProblemError(invalidParams([{ name: 'limit', message: `must be one of ${LIMITS.join(', ')}` }]))
  }
  const answer = await ask(network, method, params)
  return { body: bodyOf(answer), cacheControl: freshnessOf(method, params, answer.result).cacheControl }
}

/** Texts of answers: equal answers are one object while they are fresh, so its text is made once. */
const bodies = new WeakMap<object, string>()

function bodyOf<M extends MethodName>(answer: Answer<M>): string {
  const body = bodies.get(answer) ?? stringifyJson(answer)
  bodies.set(answer, body)
  return body
}
