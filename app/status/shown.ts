import { MAX_HISTORY_POINTS } from '@/lib/status/history/contract'

export const CHECKS = 30

export const CHECKS_IN_SIGHT = 3

/** What a phone can show. */
export const DRAWN_POINTS = 180

/** About one per two pixels of a wide screen. */
export const LIVE_POINTS = 600

/** The bar on a network's card needs no values. */
export const CARD_POINTS = 2

export const FILE_POINTS = MAX_HISTORY_POINTS

export const INCIDENTS_IN_SIGHT = 5
export const INCIDENTS = 100
