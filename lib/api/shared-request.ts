/** The request behind a page, as JSON in the share button. Paths start at the site's root. */
export interface SharedRequest {
  title: string
  api: string
  feed: string | null
  method: string
  body: string
  /** True if the indexer gets a larger request, from whose answer pages are cut. */
  chunked: boolean
}
