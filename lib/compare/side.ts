import type { MethodName, Params, Result } from '../protocol/rpc/methods'

export interface Side {
  readonly label: string
  /** Bypasses caches: current answers are compared. @throws RpcError, and NoRoom where there is no memory for rows */
  ask<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>>
}

export interface Held {
  readonly bytes: number
  clear(): void
}

export interface CompareRoom {
  hold(rows: Held): void
  /** After the last read: rows can no longer be evicted. @returns false where they already were */
  settle(): boolean
}
