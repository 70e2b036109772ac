import { RPC_CODES } from '@/lib/protocol/rpc/envelope'

/** An error that an operation answers, as JSON-RPC code and text. facts/photon-wire.md 4. */
export class MethodError extends Error {
  override readonly name = 'MethodError'

  constructor(
    readonly code: number,
    message: string,
    /** More about it, for the error's member of that name; left out where there is none. */
    readonly data?: unknown,
  ) {
    super(message)
  }
}

/** Params that do not parse; the text names the field, what was wrong and what is allowed. */
export function invalidParams(message: string): MethodError {
  return new MethodError(RPC_CODES.invalidParams, message)
}

/** Params that parse and yet cannot be used; the prefix is Photon's, clients match on it. */
export function validationError(message: string): MethodError {
  return new MethodError(RPC_CODES.server, `Validation Error: ${message}`)
}

/** What health and readiness say once the store is known to be damaged; the log says how. */
export const STORE_DAMAGED = 'The store is damaged: restore a snapshot, or start with a new store'

/** Something asked for by its key that is not in the store. */
export function notFound(what: string): MethodError {
  return new MethodError(RPC_CODES.server, `Record Not Found: ${what} not found`)
}
