/** The request behind a page, as JSON in the share button. Paths start at the site's root. */
export interface SharedRequest {
  title: string
  api: string
  feed: string | null
  method: string
  body: string
  /** True where the indexer is sent a larger request, from which pages are cut. */
  chunked: boolean
}
