/** Slots by which instances at one URL may differ. facts/reliability.md (b). */
export const SMALL_STEP_BACK = 150
