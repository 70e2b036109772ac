import { types } from 'node:util'
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'

type DatabaseClass = typeof import('@photostructure/sqlite').DatabaseSync

/** Not over an empty buffer: Node 22's driver binds its null pointer as NULL. */
const NO_BYTES = new Uint8Array(new ArrayBuffer(1), 0, 0)

/** Makes all drivers and Node versions bind alike: bytes in any view are a blob; undefined is refused (Node 26 binds NULL). */
export function bindingAlike(DatabaseSync: DatabaseClass): DatabaseClass {
  return class extends DatabaseSync {
    override prepare(...words: Parameters<DatabaseSyncInstance['prepare']>): StatementSyncInstance {
      const statement = super.prepare(...words)
      for (const method of ['run', 'get', 'all', 'iterate'] as const) {
        const bound: (...values: unknown[]) => unknown = statement[method].bind(statement)
        const value = (...values: unknown[]) => bound(...values.map(bindable))
        Object.defineProperty(statement, method, { value, configurable: true })
      }
      return statement
    }
  }
}

function bindable(value: unknown, place: number): unknown {
  if (value === undefined) throw new TypeError('undefined cannot be bound to a statement')
  if (typeof value !== 'object' || value === null) return value
  if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) return blob(value)
  if (place > 0) return value
  return Object.fromEntries(Object.entries(value).map(([name, named]) => [name, bindable(named, 1)]))
}

function blob(bytes: ArrayBufferLike | ArrayBufferView): ArrayBufferView {
  const view = ArrayBuffer.isView(bytes) ? bytes : new Uint8Array(bytes)
  return view.byteLength > 0 ? view : NO_BYTES
}
