import type { MethodName, Params, Result } from '../protocol/rpc/methods'

export interface Side {
  readonly label: string
  /** Bypasses caches. @throws RpcError; NoRoom if there is no memory for rows */
  ask<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>>
}

export interface HeldMemory {
  readonly bytes: number
  clear(): void
}

export interface CompareMemory {
  hold(rows: HeldMemory): void
  /** Called after the last read: rows can no longer be evicted. @returns false if they already were */
  settle(): boolean
}
