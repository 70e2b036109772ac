/* The explorer's status history: lib/status records it, and the indexer's maintenance commands copy it. */

export const HISTORY_FILE = 'status.sqlite'

/** "Lfst" in ASCII. */
export const HISTORY_APPLICATION_ID = 0x4c667374
