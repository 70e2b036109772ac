import type { ReactNode } from 'react'
import { CopyButton } from '../values/copy-button'

/** What a page is about: its kind, the thing itself in full, and a line of explanation. */
export function PageHead({
  kind,
  text,
  title,
  actions,
  share,
  children,
}: {
  kind: string
  /** An identifier, shown whole and ready to copy. */
  text?: string
  /** A heading in words, where the page is about no identifier. */
  title?: string
  /** What can be done with it. */
  actions?: ReactNode
  /** Opens the share menu. */
  share?: ReactNode
  children?: ReactNode
}) {
  return (
    <header className="pb-6">
      {title === undefined ? (
        <>
          <div className="flex items-center justify-between gap-4">
            <p className="eyebrow">
              {/* The heading says it. */}
              <span aria-hidden="true">{kind}</span> <CopyButton text={text ?? ''} what={kind.toLowerCase()} />
            </p>
            {share}
          </div>
          <h1 className="text-base font-semibold sm:text-lg">
            <span className="sr-only">{kind} </span>
            <bdi dir="ltr" className="id">
              {text}
            </bdi>
          </h1>
        </>
      ) : (
        <div className="flex items-center justify-between gap-4">
          <h1 className="text-lg">{title}</h1>
          {share}
        </div>
      )}
      {children && <div className="mt-2 max-w-prose text-sm text-muted">{children}</div>}
      {actions}
    </header>
  )
}
