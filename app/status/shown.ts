export const CHECKS = 30

/** Steps of the charts: what a phone can show. */
export const POINTS = 180
