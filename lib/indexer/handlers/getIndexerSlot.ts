import { slotReached } from '../store/apply'
import type { Handler } from './handler'

/** 0 for an empty store. Interface 4.2. */
export const getIndexerSlot: Handler<'getIndexerSlot'> = (db) => slotReached(db)
