/** The request behind a page, for the share menu: a button carries it as JSON. Paths start at the site's root. */
export interface SharedRequest {
  /** What is shared, in words for the system's share sheet. */
  title: string
  /** The explorer's API for exactly this page. */
  api: string
  /** The feed of the same thing; null: there is none. */
  feed: string | null
  /** The operation, and the body that the indexer is posted for it. */
  method: string
  body: string
  /** True where the indexer is asked for a chunk that pages are cut from. */
  chunked: boolean
}
