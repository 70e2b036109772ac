import { createElement, Fragment, type ReactNode } from 'react'
import type { Inline } from './markdown'

export function Inlines({ inlines }: { inlines: readonly Inline[] }) {
  return createElement(Fragment, null, ...inlines.map(elementOf))
}

function elementOf(inline: Inline): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'code':
      return <code className="wrap-anywhere rounded bg-sunken px-1 font-mono text-[0.9em]">{inline.text}</code>
    case 'strong':
      return (
        <strong>
          <Inlines inlines={inline.inlines} />
        </strong>
      )
    case 'emphasis':
      return (
        <em>
          <Inlines inlines={inline.inlines} />
        </em>
      )
    case 'link': {
      const content = <Inlines inlines={inline.inlines} />
      if (inline.href.startsWith('#')) return <a href={inline.href}>{content}</a>
      if (/^https?:/.test(inline.href)) {
        return (
          <a href={inline.href} rel="noopener noreferrer">
            {content}
          </a>
        )
      }
      // A repository file, which readers of the page may not have: no link.
      return <span className="font-mono text-[0.9em]">{content}</span>
    }
  }
}
