/** Links to the parts of a page, beside it on wide screens. */
export function Contents({ parts }: { parts: readonly { id: string; title: string }[] }) {
  return (
    <nav
      aria-label="Contents"
      className="pb-6 text-sm lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:self-start lg:overflow-y-auto"
    >
      <ul>
        {parts.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-block wrap-anywhere py-0.5">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
