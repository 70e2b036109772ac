import Module from 'node:module'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { ANY_CHANGE, dieAtQuery, dieAtStatement, type FatalPoint } from './fatal-points'

/*
 * Loaded before each thread of an indexer (`node --import`): kills the process before or after a statement that changes
 * something, told by its number since the thread began. DIE_AT: when, and the number.
 */

const [when, number] = (process.env.DIE_AT ?? '').split(' ')
const point: FatalPoint = { sql: ANY_CHANGE, when: when as FatalPoint['when'] }

if (process.env.DATABASE_URL?.startsWith('postgres')) await dieAtQuery(point, Number(number))
else dieInDriver(dieAtStatement(point, Number(number)))

type Load = (this: unknown, request: string, ...more: unknown[]) => unknown

/** The driver's module cannot be changed; whoever asks for it gets another. */
function dieInDriver(prepare: (db: DatabaseSyncInstance) => void): void {
  const loader = Module as typeof Module & { _load: Load }
  const original = loader._load
  loader._load = function load(request, ...more) {
    const loaded = original.call(this, request, ...more)
    if (request !== 'node:sqlite' && request !== '@photostructure/sqlite') return loaded
    const { DatabaseSync } = loaded as typeof import('@photostructure/sqlite')
    class Dying extends DatabaseSync {
      constructor(...words: ConstructorParameters<typeof DatabaseSync>) {
        super(...words)
        prepare(this)
      }
    }
    return { DatabaseSync: Dying }
  }
}
