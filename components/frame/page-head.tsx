import type { ComponentProps, ReactNode } from 'react'
import type { Explorer } from '@/lib/page/address'
import type { SharedRequest } from '../../lib/api/shared-request'
import type { SavedPage } from '../reader/saved-pages'
import { Icon, Star } from '../ui/icon'
import { CopyButton } from '../ui/identifier'
import { KnownName } from '../ui/known-name'

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
  text?: string
  title?: string
  sign?: ReactNode
  actions?: ReactNode
  share?: ReactNode
  explorers?: readonly Explorer[]
  children?: ReactNode
}) {
  return (
    <header className="pb-3">
      <div className="flex flex-wrap items-center gap-x-2 sm:gap-x-3">
        {title === undefined ? (
          <>
            {/* Hidden: the heading includes it. */}
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

/** Watch and label buttons; icons only on a phone. Plain markup, handled by components/reader/. */
export function HeadActions({ page }: { page: SavedPage }) {
  return (
    <div className="flex items-center gap-1.5 sm:gap-2" data-page={JSON.stringify(page)}>
      <HeadButton words="Watch" data-habit="watch" aria-pressed="false">
        <Star />
      </HeadButton>
      <HeadButton words="Label" data-habit="label" aria-haspopup="dialog">
        <Icon d="M2 2h5.5L14 8.5 8.5 14 2 7.5zM5 5v.01" />
      </HeadButton>
    </div>
  )
}

export function ShareButton({ request }: { request: SharedRequest }) {
  return (
    <HeadButton words="Share" data-share={JSON.stringify(request)} aria-haspopup="dialog">
      <Icon d="M8 10V2M5 4.75 8 1.75l3 3M4.5 7H3v7h10V7h-1.5" />
    </HeadButton>
  )
}

function HeadButton({ words, children, ...button }: ComponentProps<'button'> & { words: string }) {
  return (
    <button type="button" className="button button-quiet needs-script max-sm:px-2!" {...button}>
      {children}
      <span className="max-sm:sr-only">{words}</span>
    </button>
  )
}
