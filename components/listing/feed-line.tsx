/** A link to the feed of what a page shows; needs no script. features.md a72. */
export function FeedLine({ href, what }: { href: string; what: string }) {
  return (
    <p className="mt-3 text-sm text-muted">
      <a href={href} type="application/atom+xml" rel="nofollow">
        Atom feed
      </a>{' '}
      <span>{`of ${what}`}</span>
    </p>
  )
}
