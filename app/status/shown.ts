import { MAX_HISTORY_POINTS } from '@/lib/status/history/contract'

/*
 * How much of everything /status shows. The server requests it first, the browser requests it again.
 */

/** Checks on the page. */
export const CHECKS = 30

/** Checks in view; the others are folded. */
export const CHECKS_IN_SIGHT = 3

/** Steps of a history that the server draws: what a phone can show. */
export const DRAWN_POINTS = 180

/** Steps that the browser requests: about one for two pixels of a wide screen. */
export const LIVE_POINTS = 600

/** A bar on the card of a network needs no figures. */
export const CARD_POINTS = 2

/** Steps in a downloaded file: as many as the API returns. */
export const FILE_POINTS = MAX_HISTORY_POINTS

/** Incidents in view; the others are folded. */
export const INCIDENTS_IN_SIGHT = 5
/** Incidents on the page in all. */
export const INCIDENTS = 100
