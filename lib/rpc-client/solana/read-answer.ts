import { clock } from '../../platform/clock'
import { RpcError, type RpcFailure, unreachableFailure } from '../../protocol/rpc/failure'
import { type HttpError, isHttpError, post } from '../http'
import { type LimitHint, limitHint } from '../limit-headers'
import type { Target } from '../target'
import { parseErrorBody, statusFailure } from './answer'

export interface NodeAnswer {
  text: string
  limit: LimitHint | null
}

export interface AnswerText {
  push(chunk: Buffer): void
  end(): string
}

/** Decompressed. Our choice: ten times the largest block seen. */
const MAX_BYTES = 256 * 1024 * 1024

function wholeText(): AnswerText {
  const chunks: Buffer[] = []
  return { push: (chunk) => void chunks.push(chunk), end: () => Buffer.concat(chunks).toString('utf8') }
}

/** @param text selects what is parsed; default: all @throws RpcError; what `text` throws */
export async function readAnswer(
  node: Target,
  json: string,
  signal: AbortSignal,
  text: AnswerText = wholeText(),
): Promise<NodeAnswer> {
  let limit: LimitHint | null = null
  const reply = await post(node, json, {
    signal,
    maxBytes: MAX_BYTES,
    brotli: true,
    onHead(_, headers) {
      limit = limitHint(headers, clock().wall())
    },
    onPart(part): undefined {
      text.push(part)
    },
  }).catch((error: unknown) => {
    throw isHttpError(error) ? new RpcError(failureOf(error)) : error
  })
  if (reply.status >= 200 && reply.status <= 299) return { text: text.end(), limit }
  throw new RpcError(
    statusFailure(
      reply,
      parseErrorBody(() => text.end()),
    ),
  )
}

/** Drops network messages, which name hosts; keeps the code. */
function failureOf({ reason, code, message }: HttpError): RpcFailure {
  if (reason === 'proxy') return unreachableFailure(message, 'proxy')
  if (reason === 'too large') return { kind: 'malformed', message: `an answer of more than ${MAX_BYTES} bytes` }
  if (reason === 'encoding') return { kind: 'malformed', message: 'an answer that is cut or no JSON' }
  const text = /^[A-Z][A-Z0-9_]+$/.test(code) ? `no connection (${code})` : 'no connection'
  return unreachableFailure(text, code === 'ECONNREFUSED' ? 'refused' : undefined)
}
