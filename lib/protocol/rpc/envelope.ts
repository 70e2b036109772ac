import { z } from 'zod'

/** From facts/photon-wire.md 3 and 4: Interface 7.6 lists no codes. */
export const RPC_CODES = {
  parse: -32700,
  tooBigRequest: -32701,
  tooBigAnswer: -32702,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  server: -32000,
} as const

/** Both official clients send this id. Interface 2.1. */
export const REQUEST_ID = 'test-account'

export const rpcError = z.object({ code: z.number(), message: z.string() })

/** A request as sent. Interface 2.1. */
export function requestEnvelope(method: string, params: object | undefined) {
  return { id: REQUEST_ID, jsonrpc: '2.0' as const, method, ...(params === undefined ? {} : { params }) }
}
