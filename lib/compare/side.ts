import type { MethodName, Params, Result } from '../protocol/rpc/methods'

export interface Side {
  /** Its name, which holds no host. */
  readonly label: string
  /** Asks it, past any cache: an answer of now is compared. @throws RpcError, and NoRoom for rows that there is no memory for */
  ask<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>>
}

/** What bounds the rows that a comparison holds. */
export interface CompareRoom {
  /** Counts what is held from now on. */
  hold(read: { readonly bytes: number; clear(): void }): void
  /** All is read: nothing of it may go. @returns false where it has gone before. */
  settle(): boolean
}

export class CountedSide implements Side {
  calls = 0
  readonly label: string

  constructor(private readonly side: Side) {
    this.label = side.label
  }

  ask<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>> {
    this.calls++
    return this.side.ask(method, params)
  }
}
