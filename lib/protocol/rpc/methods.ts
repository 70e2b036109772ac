import type { z } from 'zod'
import type { AnyItem, Items, RowsName } from './items'
import type { ListDefinition } from './list'
import { getCompressedAccountsByOwner } from './methods/getCompressedAccountsByOwner'
import { getCompressedTokenAccountsByDelegate } from './methods/getCompressedTokenAccountsByDelegate'
import { getCompressionSignaturesForAccount } from './methods/getCompressionSignaturesForAccount'
import { getIndexerHealth } from './methods/getIndexerHealth'
import { getIndexerSlot } from './methods/getIndexerSlot'
import { getLatestCompressionSignatures } from './methods/getLatestCompressionSignatures'

/** Every operation of the interface. Interface part 4. */
export const methods = {
  getIndexerHealth,
  getIndexerSlot,
  getCompressedAccountsByOwner,
  getCompressedTokenAccountsByDelegate,
  getCompressionSignaturesForAccount,
  getLatestCompressionSignatures,
}

type Methods = typeof methods

export type MethodName = keyof Methods

export type ListMethod = { [M in MethodName]: Methods[M]['list'] extends null ? never : M }[MethodName]

export type ItemOf<M extends ListMethod> = Result<M>['value']['items'][number]

export type ListMethodOf<R extends RowsName> = {
  [M in ListMethod]: ItemOf<M> extends Items[R] ? M : never
}[ListMethod]

/** Params hold no u64, so they are the same on the wire. */
export type Params<M extends MethodName> = z.output<Methods[M]['params']>

/** As parsed: u64 as bigint, absent values as null. */
export type Result<M extends MethodName> = z.output<Methods[M]['result']>

export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(methods, name)
}

export function isListMethod(name: string): name is ListMethod {
  return isMethodName(name) && methods[name].list !== null
}

/** For code that handles every list: rows and params must be passed back to the list they come from. */
export type AnyList = ListDefinition<unknown, AnyItem>

export function listOf(method: ListMethod): AnyList {
  return methods[method].list as AnyList
}

export function rowsNameOf(method: ListMethod): RowsName {
  return listOf(method).rows
}
