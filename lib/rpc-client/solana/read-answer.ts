import { parseJson } from '@/lib/protocol/rpc/json'
import { MACHINE_CLOCK } from '../../platform/clock'
import { isHttpError, post, type Reply } from '../http'
import { type LimitHint, limitHint } from '../limit-headers'
import { refusalPause, retryAfter } from '../retry-after'
import type { Target } from '../target'

/*
 * The text of one answer of a Solana RPC node. Its URL may carry a key, so nothing that leaves this file repeats it: a failure
 * is reported by its kind.
 */

/** What is known of a failed exchange besides its message, as plain values: it may come from another thread. */
export interface ProblemFacts {
  /** Milliseconds that the node asks to be left alone. */
  retryAfter: number | null
  /** True for 429: too much is asked of it. */
  limited: boolean
  /** True where nobody listens: nothing is gained by sparing it. */
  nobodyThere: boolean
  /** True where no answer came, in whatever form. */
  isSilent: boolean
  /** HTTP status where that is the failure, and the code of a JSON-RPC error beside it. */
  status: number | null
  code: number | null
}

/** The node did not answer, or not with what was asked for: another node may, or the same one later. */
export class NodeProblem extends Error {
  override readonly name = 'NodeProblem'
  readonly retryAfter: number | null
  readonly limited: boolean
  readonly nobodyThere: boolean
  readonly isSilent: boolean
  readonly status: number | null
  readonly code: number | null
  /** The method that was asked; null until it is known. */
  op: string | null = null

  constructor(message: string, facts: Partial<ProblemFacts> = {}) {
    super(message)
    this.retryAfter = facts.retryAfter ?? null
    this.limited = facts.limited ?? false
    this.nobodyThere = facts.nobodyThere ?? false
    this.isSilent = facts.isSilent ?? false
    this.status = facts.status ?? null
    this.code = facts.code ?? null
  }
}

export function isNodeProblem(error: unknown): error is NodeProblem {
  return error instanceof Error && error.name === 'NodeProblem'
}

/** What a node answered. */
export interface NodeAnswer {
  /** What is parsed of it. */
  text: string
  /** What its headers say of the node's rate limit; null: nothing. */
  limit: LimitHint | null
}

/** Makes the text that is parsed of the bytes of an answer, as they come. */
export interface AnswerText {
  push(chunk: Buffer): void
  end(): string
}

/** Decompressed bytes above which an answer is given up: ten times the largest block seen in full. Our choice. */
const MAX_BYTES = 256 * 1024 * 1024

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
 * Posts JSON to a node, and reads what comes back.
 * @param text makes of the bytes what is parsed: all of them unless it is given.
 * @throws NodeProblem; what `text` throws at its end.
 */
export async function readAnswer(
  node: Target,
  json: string,
  signal: AbortSignal,
  text: AnswerText = new WholeText(),
): Promise<NodeAnswer> {
  let limit: LimitHint | null = null
  const reply = await post(node, json, {
    signal,
    maxBytes: MAX_BYTES,
    brotli: true,
    onHead(_, headers) {
      limit = limitHint(headers, MACHINE_CLOCK.wall())
    },
    onPart(part): undefined {
      text.push(part)
    },
  }).catch((error: unknown) => {
    throw networkProblem(error)
  })
  // Agave answers every error of a method with 200; some providers put 4xx or 5xx beside a JSON-RPC error.
  if (reply.status < 200 || reply.status > 299) throw httpProblem(reply, text)
  return { text: text.end(), limit }
}

function httpProblem({ status, headers }: Reply, text: AnswerText): NodeProblem {
  const limited = status === 429
  const pause = (limited ? refusalPause : retryAfter)(headers, MACHINE_CLOCK.wall())
  return new NodeProblem(`HTTP ${status}`, { retryAfter: pause, limited, status, code: codeIn(text) })
}

/** Characters above which a body beside an HTTP error is no JSON-RPC. */
const LONGEST_ERROR = 10_000

/** The code of a JSON-RPC error; null where there is none. */
function codeIn(body: AnswerText): number | null {
  try {
    const text = body.end()
    if (text.length > LONGEST_ERROR) return null
    const { error } = parseJson(text) as { error?: { code?: unknown } }
    return typeof error?.code === 'number' && Number.isInteger(error.code) ? error.code : null
  } catch {
    // A page of a proxy.
    return null
  }
}

/** The system's code alone: messages of the network name hosts. */
function networkProblem(error: unknown): unknown {
  if (!isHttpError(error)) return error
  const { reason, code, message } = error
  if (reason === 'proxy') return new NodeProblem(message)
  if (reason === 'too large') return new NodeProblem(`an answer of more than ${MAX_BYTES} bytes`)
  if (reason === 'encoding') return new NodeProblem('an answer that is cut or no JSON')
  const text = /^[A-Z][A-Z0-9_]+$/.test(code) ? `no connection (${code})` : 'no connection'
  return new NodeProblem(text, { nobodyThere: code === 'ECONNREFUSED', isSilent: true })
}
