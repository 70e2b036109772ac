'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { latestHref } from '@/lib/listing/address/list-address'
import { type Cluster, helpHref, homeHref } from '@/lib/page/address'
import { statusHref } from '@/lib/status/address'
import { Link } from '../ui/link'
import { SearchForm } from '../ui/search-form'
import { findLabelled } from './labelled'
import { LabelRow, nameOf, SavedPageRow } from './saved-page-row'
import { clearRecent, isWatched, type SavedPage, useSavedPages } from './saved-pages'
import * as words from './words'

export interface CommandMenuProps {
  openCount: number
  network: string
  cluster: Cluster
}

/** Search, watched and recent pages, and site pages in one dialog. Entries are links, so that they open in new tabs too. */
export function CommandMenu({ openCount, network, cluster }: CommandMenuProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const saved = useSavedPages()
  const { recent, watched, labels, persisted } = saved
  const [typed, setTyped] = useState('')

  useEffect(() => {
    if (openCount === 0 || !dialog.current || dialog.current.open) return
    dialog.current.showModal()
    inputOf(dialog.current)?.focus()
  }, [openCount])

  const close = () => dialog.current?.close()
  const wanted = typed.trim().toLowerCase()
  const matches = (name: string) => name.toLowerCase().includes(wanted)
  const matching = (saved: readonly SavedPage[]) => saved.filter((page) => matches(nameOf(page, labels)))
  const groups = [
    { title: 'Watched', watched: true, saved: matching(watched) },
    { title: 'Recent', watched: false, saved: matching(recent.filter((page) => !isWatched(page))) },
  ].filter(({ saved }) => saved.length > 0)
  const { others } = findLabelled(wanted, saved, network)
  const places = [
    { name: 'Home', href: homeHref(cluster) },
    { name: 'Latest transactions', href: latestHref({}, cluster) },
    { name: 'Status of the indexer', href: statusHref(cluster) },
    { name: 'Help', href: helpHref(cluster) },
  ].filter(({ name }) => matches(name))
  const pages = groups.flatMap(({ saved }) => saved)
  const count = pages.length + others.length + places.length
  const [firstPage] = pages
  const first = firstPage ? nameOf(firstPage, labels) : (others[0]?.[1] ?? places[0]?.name)

  return (
    <dialog
      ref={dialog}
      aria-label="Menu"
      className="panel mx-auto mt-2 max-h-[calc(100dvh-1rem)] w-[calc(100%-1rem)] max-w-xl flex-col overflow-hidden p-0 text-ink shadow-lg backdrop:bg-veil open:flex sm:mt-[12dvh] sm:max-h-[76dvh]"
      onKeyDown={(event) => walk(event)}
      onClick={(event) => event.target === dialog.current && close()}
      onClose={() => {
        dialog.current?.querySelector('form')?.reset()
        setTyped('')
      }}
    >
      <div
        className="border-b border-line p-3"
        onInput={({ target }) => setTyped(target instanceof HTMLInputElement ? target.value : '')}
        onSubmit={(event) => {
          const link = dialog.current?.querySelector<HTMLAnchorElement>('[data-entry]')
          if (!link) return
          event.preventDefault()
          link.click()
        }}
      >
        <SearchForm id="menu-search" cluster={cluster} />
        <p role="status" className="pt-2 text-sm text-muted">
          {countText(wanted, count, first)}
        </p>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain py-1">
        {groups.map(({ title, watched, saved }) => (
          <Group
            key={title}
            title={title}
            action={
              !watched && (
                <button
                  type="button"
                  className="text-xs text-muted underline hover:text-leaf min-h-6"
                  onClick={() => {
                    clearRecent()
                    inputOf(dialog.current)?.focus()
                  }}
                >
                  Clear recent
                </button>
              )
            }
          >
            {saved.map((page) => (
              <SavedPageRow key={page.network + page.href} {...{ page, watched, network }} onLeave={close} />
            ))}
          </Group>
        ))}
        {others.length > 0 && (
          <Group title="Labels">
            {others.map((each) => (
              <LabelRow key={each[0]} of={each} cluster={cluster} onLeave={close} />
            ))}
          </Group>
        )}
        {places.length > 0 && (
          <Group title="Go to">
            {places.map(({ name, href }) => (
              <li key={name} className="text-sm hover:bg-sunken">
                <Link href={href} data-entry className="block px-4 py-2 text-ink no-underline" onClick={close}>
                  {name}
                </Link>
              </li>
            ))}
          </Group>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line bg-sunken px-4 py-2 text-xs text-muted">
        <span>{words.menuStays(persisted)}</span>
        <span className="flex grow flex-wrap justify-between gap-2">
          <button
            type="button"
            className="button min-h-6! px-2! text-xs!"
            data-habit="labels"
            aria-haspopup="dialog"
            onClick={close}
          >
            Labels and watchlist
          </button>
          <button type="button" className="button min-h-6! px-2! text-xs!" onClick={close}>
            Close{' '}
            <span aria-hidden="true" className="pointer-coarse:hidden">
              Esc
            </span>
          </button>
        </span>
      </div>
    </dialog>
  )
}

function countText(wanted: string, count: number, first: string | undefined): string {
  if (wanted === '') return words.entries(count)
  if (first === undefined) return words.noMatches
  const short = first.replace(/(\w{8})\w{20,}(\w{8})/, '$1…$2')
  return words.matches(count, short)
}

function inputOf(dialog: HTMLDialogElement | null): HTMLInputElement | null {
  return dialog?.querySelector<HTMLInputElement>('input[type=search]') ?? null
}

function walk(event: KeyboardEvent<HTMLDialogElement>): void {
  const input = inputOf(event.currentTarget)
  const { key, target } = event
  if (!input || !(target instanceof HTMLElement)) return
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    event.preventDefault()
    const stops = [input, ...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')]
    const at = stops.indexOf(target.closest('li')?.querySelector<HTMLElement>('[data-entry]') ?? target)
    const step = key === 'ArrowDown' ? 1 : -1
    stops.at((at + step) % stops.length)?.focus()
    return
  }
  const isLetter = key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
  if (isLetter && target !== input) input.focus()
}

function Group({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="py-1">
      <div className="flex items-center justify-between px-4 py-1">
        <h2 className="eyebrow">{title}</h2>
        {action}
      </div>
      <ul>{children}</ul>
    </section>
  )
}
