/*
 * What few visits of an owner's page need, in one module: the names of its chunks are part of every first load, and two
 * modules would have twice as many.
 */
export { RefusalNote } from '@/app/owner/[owner]/filters/refusal-note'
export { WholeRows } from './whole/whole-rows'
