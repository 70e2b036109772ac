import type { ReactNode } from 'react'
import type { Explorer } from '@/lib/page/explorers'
import { CopyButton } from '../ui/copy-button'
import { KnownName } from '../ui/known-name'

/** What a page is about, in one line: its kind, the thing itself in full, what can be done with it; below it a sentence. */
export function PageHead({
  kind,
  text,
  title,
  sign,
  actions,
  share,
  explorers = [],
  children,
}: {
  kind: string
  /** An identifier, shown whole and ready to copy. */
  text?: string
  /** A heading in words, where the page is about no identifier. */
  title?: string
  /** The mark of that identifier. */
  sign?: ReactNode
  /** What can be done with it. */
  actions?: ReactNode
  /** Opens the share menu. */
  share?: ReactNode
  /** Other explorers that have a page about it. */
  explorers?: readonly Explorer[]
  children?: ReactNode
}) {
  return (
    <header className="pb-3">
      <div className="flex flex-wrap items-center gap-x-2 sm:gap-x-3">
        {title === undefined ? (
          <>
            {/* The heading says it. */}
            <p className="eyebrow" aria-hidden="true">
              {kind}
            </p>
            <h1 className="order-1 flex basis-full items-center gap-2 text-sm font-medium sm:order-none sm:basis-auto sm:text-base">
              <span className="sr-only">{kind} </span>
              {sign}
              <bdi dir="ltr" className="id">
                {text}
              </bdi>
            </h1>
            <CopyButton text={text ?? ''} what={kind.toLowerCase()} />
          </>
        ) : (
          <h1 className="text-lg">{title}</h1>
        )}
        <div className="ms-auto flex items-center gap-1.5 sm:gap-2">
          {actions}
          {share}
        </div>
      </div>
      {(children || text || explorers.length > 0) && (
        <div className="mt-1 flex flex-wrap items-baseline gap-x-3 text-sm text-muted empty:hidden *:min-w-0">
          {text && <KnownName address={text} />}
          {children}
          {explorers.length > 0 && (
            <span className="flex flex-wrap gap-x-3">
              Also in
              {explorers.map(({ name, href }) => (
                <a key={href} href={href} rel="noopener noreferrer">
                  {name}
                </a>
              ))}
            </span>
          )}
        </div>
      )}
    </header>
  )
}
