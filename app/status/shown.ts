export const CHECKS_SHOWN = 30

/** Of the charts on a wall. */
export const WALL_RANGE = { last: '1h' } as const

/** As many as a phone can show. */
export const CHART_POINTS = 180
