import { MAX_HISTORY_POINTS } from '@/lib/api/history'

/*
 * How much of everything /status shows: known to the server, which asks for it, and to the browser, which asks again.
 */

/** Looks that the page holds. */
export const LOOKS = 30

/** Of these in sight at once; the others open. */
export const LOOKS_IN_SIGHT = 3

/** Steps of a history that the server draws: what a phone can show. */
export const DRAWN_POINTS = 180

/** Steps that the browser asks for: about one for two pixels of a wide screen. */
export const LIVE_POINTS = 600

/** A bar on the card of a network needs no figures. */
export const CARD_POINTS = 2

/** Steps that a file has: as many as can be asked for. */
export const FILE_POINTS = MAX_HISTORY_POINTS

/** Incidents in sight at once, and in all. */
export const INCIDENTS_IN_SIGHT = 5
/** Incidents on the page in all; those beyond INCIDENTS_IN_SIGHT open. */
export const INCIDENTS = 100
