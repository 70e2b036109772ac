/* Of the share menu, loaded when it first opens. */

export const copied = (isDone: boolean, what: string) =>
  isDone ? `Copied ${what}` : `The browser blocked copying the ${what}`
export const sharingBlocked = 'The browser blocked sharing'
export const api = 'JSON from the explorer’s API'
export const apiAbout = ': validated, exact integers, this page only'
export const callApi = 'Call the explorer’s API'
export const callIndexer = 'Call the indexer'
export const baseUrl = (isChunked: boolean) =>
  `to its base URL. If that has a query, insert the operation name before it.${isChunked ? ' Leafscan loads chunks of 1,000 rows like this and cuts its pages from them.' : ''}`
