import type { InvalidParam } from '@/lib/api/problem'
import * as words from './words-server'

export function InvalidNotice({
  invalid,
  meant = [],
}: {
  invalid: readonly InvalidParam[]
  meant?: readonly { text: string; href: string }[]
}) {
  return (
    <section role="alert" className="panel max-w-3xl border-s-4 border-s-fail px-4 py-3">
      <h1 className="text-base text-fail">{words.invalidLink}</h1>
      <ul className="mt-2 space-y-1 text-sm">
        {invalid.map(({ name, message }) => (
          <li key={name}>
            <code className="id font-semibold">{name}</code> <span>{`${message}.`}</span>
          </li>
        ))}
      </ul>
      {meant.map(({ text, href }) => (
        <p key={text} className="mt-3 text-sm">
          <span>{words.didYouMean}</span>{' '}
          <a href={href} rel="nofollow" className="id break-all">
            {text}
          </a>
          ?
        </p>
      ))}
      <p className="mt-3 text-sm text-muted">{words.fixLink}</p>
    </section>
  )
}
