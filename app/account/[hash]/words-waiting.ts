import { formatCount } from '@/lib/format/numbers'

/* Of the wait for a slot, whose scripts are loaded when needed. */

export const waiting = 'Waiting for the indexer'
export const slotsToGo = (slots: number) =>
  `: ${formatCount(slots, 'slot')} to go. Until then its data about this account could mislead, so it is not shown.`
export const showsWhenReached = 'Shows the account as soon as the slot is reached. '
