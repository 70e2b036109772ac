import { RPC_CODES } from '@/lib/protocol/rpc/envelope'

/** facts/photon-wire.md 4. */
export class MethodError extends Error {
  override readonly name = 'MethodError'

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message)
  }
}

/** Compares names, since each bundle has its own copy of the class. */
export function isMethodError(error: unknown): error is MethodError {
  return error instanceof Error && error.name === 'MethodError'
}

export function invalidParams(message: string): MethodError {
  return new MethodError(RPC_CODES.invalidParams, message)
}

/** The prefix is Photon's: clients match on it. */
export function validationError(message: string): MethodError {
  return new MethodError(RPC_CODES.server, `Validation Error: ${message}`)
}

export const STORE_DAMAGED = 'The store is damaged: restore a snapshot, or start with a new store'

export function notFound(what: string): MethodError {
  return new MethodError(RPC_CODES.server, `Record Not Found: ${what} not found`)
}
