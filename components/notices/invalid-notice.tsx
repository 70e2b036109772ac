import type { InvalidParam } from '@/lib/api/problem'

/** Names each malformed part of a URL and what is allowed there. Nothing was asked upstream. */
export function InvalidNotice({ invalid }: { invalid: readonly InvalidParam[] }) {
  return (
    <section role="alert" className="panel max-w-3xl border-s-4 border-s-fail px-4 py-3">
      <h1 className="text-base text-fail">Invalid link</h1>
      <ul className="mt-2 space-y-1 text-sm">
        {invalid.map(({ name, message }) => (
          <li key={name}>
            <code className="id font-semibold">{name}</code> {message}.
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">Nothing was requested. Fix the link, or use the search.</p>
    </section>
  )
}
