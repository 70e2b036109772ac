/** The request behind a page, as JSON in the share button. Paths start at the site's root. */
export interface SharedRequest {
  title: string
  /** null: the API does not have what the page shows. */
  api: string | null
  feed: string | null
  /** `chunked`: the indexer is sent a larger request, from which pages are cut. null: the page is not made of one operation. */
  indexer: { method: string; body: string; chunked: boolean } | null
}
