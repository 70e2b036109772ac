/** Parameters of every list, of which there is no end: not for search engines. */
export const LIST_VIEWS = ['cursor', 'limit', 'mode', 'open', 'at', 'takenAt'] as const
