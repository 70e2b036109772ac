export const CHECKS_SHOWN = 30

/** As many as a phone can show. */
export const CHART_POINTS = 180
