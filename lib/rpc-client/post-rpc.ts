import 'server-only'
import { isUtf8 } from 'node:buffer'
import { logThrottled } from '../platform/log'
import { loopTurn } from '../platform/turns'
import { type NetworkCause, RpcError, type RpcFailure, unreachableFailure } from '../protocol/rpc/failure'
import { type HttpError, isHttpError, type PostOptions, post, type Reply } from './http'
import { limits } from './limits'
import type { Target } from './target'

export interface ExchangeLimits extends Pick<PostOptions, 'method' | 'maxBytes' | 'freshSocket' | 'renews' | 'onHead'> {
  deadlineMs: number
  inspect?: (part: Buffer) => boolean
}

export interface ReplyWithBody extends Reply {
  body: Buffer
}

/** Bytes inspected between yields: a few milliseconds at worst. */
const INSPECTED_AT_ONCE = 128 * 1024

/** @throws RpcError, without any part of the URL */
export async function postRpc(target: Target, body: string, exchange: ExchangeLimits): Promise<ReplyWithBody> {
  const { inspect, onHead, ...options } = exchange
  const chunks: Buffer[] = []
  let inspected = 0
  try {
    const reply = await post(target, body, {
      ...options,
      connectMs: limits().connectMs,
      onHead(status, headers) {
        onHead?.(status, headers)
        if (status < 300 || status > 399) return
        const message = `The indexer redirects elsewhere (HTTP ${status}).`
        throw new RpcError({ kind: 'network', reason: 'redirect', message })
      },
      onPart(part) {
        chunks.push(part)
        if (!inspect) return
        // Reads on after invalid content, so that a too large answer is reported as too large.
        if (!inspect(part)) chunks.length = 0
        inspected += part.length
        if (inspected < INSPECTED_AT_ONCE) return
        inspected = 0
        return loopTurn()
      },
    })
    const whole = Buffer.concat(chunks)
    if (!isUtf8(whole)) throw new RpcError({ kind: 'malformed', message: 'The indexer’s response is not UTF-8 text.' })
    return { ...reply, body: whole }
  } catch (error) {
    throw isHttpError(error) ? new RpcError(failureOf(error)) : error
  }
}

const BROKE_OFF = 'The indexer’s response was cut off.'
const NO_CONNECTION = 'Could not connect to the indexer.'
const CLOSED = 'The indexer closed the connection.'

const LOST: Readonly<Record<string, { message: string; cause?: NetworkCause }>> = {
  ECONNREFUSED: { message: 'The indexer refused the connection.', cause: 'refused' },
  ECONNRESET: { message: CLOSED, cause: 'reset' },
  EPIPE: { message: CLOSED, cause: 'reset' },
  ENOTFOUND: { message: 'The indexer’s host name was not found.', cause: 'dns' },
  EAI_AGAIN: { message: 'The indexer’s host name could not be resolved.', cause: 'dns' },
  ETIMEDOUT: { message: NO_CONNECTION, cause: 'timeout_connect' },
  EHOSTUNREACH: { message: 'No route to the indexer.' },
  EMFILE: { message: 'The explorer has no file descriptors left.' },
  ENFILE: { message: 'The explorer’s machine has no file descriptors left.' },
  ENETUNREACH: { message: 'No route to the indexer.' },
}

const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/

const CERTIFICATES: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The indexer’s certificate has expired.',
  CERT_NOT_YET_VALID: 'The indexer’s certificate is not valid yet.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The indexer’s certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The indexer’s certificate is from an unknown authority.',
  UNABLE_TO_GET_ISSUER_CERT: 'The indexer’s certificate is from an unknown authority.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The indexer’s certificate is from an unknown authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The indexer’s certificate is from an unknown authority.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The indexer’s certificate is for another host name.',
  HOSTNAME_MISMATCH: 'The indexer’s certificate is for another host name.',
}

const NOT_SECURE = 'Could not establish a secure connection to the indexer.'

function failureOf({ reason, code, isAnswering, message }: HttpError): RpcFailure {
  switch (reason) {
    case 'aborted':
    case 'timeout':
      return {
        kind: 'network',
        reason: 'timeout',
        message: 'The indexer did not respond in time.',
        cause: isAnswering ? 'timeout_total' : 'timeout_headers',
      }
    case 'no connection':
      return unreachableFailure(NO_CONNECTION, 'timeout_connect')
    case 'no way':
      return unreachableFailure('Could not connect to the indexer through the HTTP proxy.', 'timeout_connect')
    case 'proxy':
      return unreachableFailure(`${message}.`, 'proxy')
    case 'too large':
      return { kind: 'network', reason: 'too-large', message: 'The indexer’s response is too large.' }
    case 'encoding':
      return { kind: 'malformed', message: 'The indexer used an encoding that was not requested.' }
    case 'upgrade':
      return { kind: 'malformed', message: 'The indexer switched to another protocol.' }
    case 'lost': {
      if (code.startsWith('HPE_')) return { kind: 'malformed', message: 'The indexer’s response is not HTTP.' }
      if (TLS_CODE.test(code)) {
        return { kind: 'network', reason: 'tls', message: CERTIFICATES[code] ?? NOT_SECURE }
      }
      if (isAnswering) return { kind: 'malformed', message: BROKE_OFF }
      // The server's own connections fail without a word.
      if (code === 'EMFILE' || code === 'ENFILE') logThrottled(code, 'error', 'no file descriptors left', { code })
      const { message: why = 'The connection to the indexer failed.', cause } = LOST[code] ?? {}
      return unreachableFailure(why, cause)
    }
    default:
      return reason satisfies never
  }
}
