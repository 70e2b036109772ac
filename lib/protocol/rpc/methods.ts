import type { z } from 'zod'
import type { AnyItem, Items, RowsName } from './items'
import type { List } from './list'
import { getCompressedAccountsByOwner } from './methods/getCompressedAccountsByOwner'
import { getCompressedTokenAccountsByDelegate } from './methods/getCompressedTokenAccountsByDelegate'
import { getCompressionSignaturesForAccount } from './methods/getCompressionSignaturesForAccount'
import { getIndexerHealth } from './methods/getIndexerHealth'
import { getIndexerSlot } from './methods/getIndexerSlot'
import { getLatestCompressionSignatures } from './methods/getLatestCompressionSignatures'

/** Every operation of the interface, by name. Interface part 4. */
export const methods = {
  getIndexerHealth,
  getIndexerSlot,
  getCompressedAccountsByOwner,
  getCompressedTokenAccountsByDelegate,
  getCompressionSignaturesForAccount,
  getLatestCompressionSignatures,
}

type Methods = typeof methods

/** The name of an operation. */
export type MethodName = keyof Methods

/** The operations that are lists, which come in pages. */
export type ListMethod = { [M in MethodName]: Methods[M]['list'] extends null ? never : M }[MethodName]

/** One row of a list, in our form. */
export type ItemOf<M extends ListMethod> = Result<M>['value']['items'][number]

/** The lists whose rows are of a kind. */
export type ListMethodOf<R extends RowsName> = {
  [M in ListMethod]: ItemOf<M> extends Items[R] ? M : never
}[ListMethod]

/** What an operation is asked with. Params hold no u64, so wire form and our form are one. */
export type Params<M extends MethodName> = z.output<Methods[M]['params']>

/** What an operation answers, in our form: u64 as bigint, absent values as null. */
export type Result<M extends MethodName> = z.output<Methods[M]['result']>

/** True for the name of an operation; names are case-sensitive. */
export function isMethodName(name: string): name is MethodName {
  return Object.hasOwn(methods, name)
}

/** True for an operation that is a list, which comes in pages. */
export function isListMethod(name: string): name is ListMethod {
  return isMethodName(name) && methods[name].list !== null
}

/** Any list, for code that treats all alike: rows and params go only back into the list that they came from. */
export type AnyList = List<unknown, AnyItem>

/** What a list is. */
export function listOf(method: ListMethod): AnyList {
  return methods[method].list as AnyList
}

/** What the rows of a list are. */
export function rowsOf(method: ListMethod): RowsName {
  return listOf(method).rows
}
