/* One module for rare views: chunk names are part of every first load, and two modules would have twice as many. */
export { RefusalNote } from '@/app/owner/[owner]/filters/refusal-note'
export { WholeRows } from './whole/whole-rows'
