import { z } from 'zod'
import { percentDecoded } from '@/lib/percent-decoded'
import { parseJson, stringifyJson } from '@/lib/rpc/json'
import { type Clock, MACHINE_CLOCK, pause } from '../../../clock'
import { type HttpAnswer, post } from './http'

/*
 * One Solana RPC node, and one exchange with it. Its URL may carry a key, so nothing that leaves this file repeats it:
 * a failure is reported by its kind.
 */

/** The node did not answer, or not with what was asked for: another node may, or the same one later. */
export class NodeProblem extends Error {
  override readonly name = 'NodeProblem'

  constructor(
    message: string,
    /** Milliseconds that the node asks to be left alone. */
    readonly retryAfter: number | null = null,
    /** True for 429: too much is asked of it. */
    readonly limited = false,
    /** True where nobody listens: nothing is gained by sparing it. */
    readonly nobodyThere = false,
  ) {
    super(message)
  }
}

/** The node answered with a JSON-RPC error. Its own words are left out: they may repeat the key it was asked with. */
export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal'

  constructor(readonly code: number) {
    super(`error ${code}`)
  }
}

/** Where a node is asked. Secret. */
export interface NodeAddress {
  url: string
  headers: Record<string, string>
}

/** The address of an http(s) URL; user-info becomes a header, since a request's URL may not carry it. */
export function nodeAddress(text: string): NodeAddress {
  const url = new URL(text)
  const { username, password } = url
  url.username = ''
  url.password = ''
  const credentials = Buffer.from(`${percentDecoded(username)}:${percentDecoded(password)}`).toString('base64')
  return { url: url.href, headers: username || password ? { authorization: `Basic ${credentials}` } : {} }
}

/** Makes the text that is parsed of the bytes of an answer, as they come. */
export interface AnswerText {
  push(chunk: Buffer): void
  end(): string
}

/** One request to a node. */
export interface Exchange {
  method: string
  params: unknown[]
  /** Milliseconds for the whole, to the last byte. */
  timeout: number
  clock: Clock
  signal: AbortSignal
  /** What of the answer is parsed; all of it unless this is given. */
  text?: AnswerText
}

/** Decompressed bytes above which an answer is given up: ten times the largest block seen in full. Our choice. */
const MAX_BYTES = 256 * 1024 * 1024

const envelope = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.literal(1),
  result: z.unknown().optional(),
  error: z.object({ code: z.number().int(), message: z.string() }).nullish(),
})

/** All of an answer. */
class WholeText implements AnswerText {
  private readonly chunks: Buffer[] = []

  push(chunk: Buffer): void {
    this.chunks.push(chunk)
  }

  end(): string {
    return Buffer.concat(this.chunks).toString('utf8')
  }
}

/**
 * Asks once. Integers that a double cannot hold come as bigint.
 * @throws NodeProblem, NodeRefusal; what `text` throws at its end; whatever it is after `signal` aborted.
 */
export async function exchange(node: NodeAddress, { method, params, ...limits }: Exchange): Promise<unknown> {
  const { clock, signal, timeout, text = new WholeText() } = limits
  const ended = new AbortController()
  const giveUp = new AbortController()
  void pause(timeout, ended.signal, clock).then(() => giveUp.abort())
  try {
    const json = stringifyJson({ jsonrpc: '2.0', id: 1, method, params })
    const answer = await post(node.url, node.headers, json, AbortSignal.any([signal, giveUp.signal]))
    await readBody(answer, text)
    // Agave answers every error of a method with 200; some providers put 4xx or 5xx beside a JSON-RPC error.
    if (answer.status < 200 || answer.status > 299) throw httpProblem(answer)
  } catch (error) {
    if (error instanceof NodeProblem) throw error
    if (giveUp.signal.aborted) throw new NodeProblem(`no answer within ${Math.round(timeout / 1000)} s`)
    throw networkProblem(error)
  } finally {
    ended.abort()
  }
  return resultOf(text.end())
}

async function readBody({ body }: HttpAnswer, text: AnswerText): Promise<void> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_BYTES) throw new NodeProblem(`an answer of more than ${MAX_BYTES} bytes`)
    text.push(chunk)
  }
}

function httpProblem({ status, retryAfter }: HttpAnswer): NodeProblem {
  return new NodeProblem(`HTTP ${status}`, requestedPause(retryAfter), status === 429)
}

/** Seconds or a date, as HTTP has it; at most a minute is believed. facts/reliability.md (b), "Constants". */
function requestedPause(text: string | null): number | null {
  if (text === null) return null
  const ms = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - MACHINE_CLOCK.wall()
  return Number.isNaN(ms) ? null : Math.min(60_000, Math.max(1000, ms))
}

function resultOf(text: string): unknown {
  const read = envelope.safeParse(parsed(text))
  if (!read.success) throw new NodeProblem('an answer that is no JSON-RPC')
  const { result, error } = read.data
  if (error) throw new NodeRefusal(error.code)
  if (result === undefined) throw new NodeProblem('an answer without a result')
  return result
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new NodeProblem('an answer that is cut or no JSON')
  }
}

/** The system's code alone: messages of the network name hosts. */
function networkProblem(error: unknown): NodeProblem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null
  const text = code && /^[A-Z][A-Z0-9_]+$/.test(code) ? `no connection (${code})` : 'no connection'
  return new NodeProblem(text, null, false, code === 'ECONNREFUSED')
}
