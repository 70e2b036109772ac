/** Slots by which answers about one chain may differ: nodes behind one URL are that far apart. facts/reliability.md (b). */
export const SMALL_STEP_BACK = 150
