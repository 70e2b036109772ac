'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { prepareToCopy } from '../ui/copy-text'
import { isSeen } from '../ui/is-seen'
import { useOffline } from '../ui/use-offline'
import { colorBrowser } from './display'
import { type Action, KeyReader, keysOn } from './keys'
import { fetchMissingProofs } from './later-proofs'
import { savedZone, saveZone, writeTimes, zoneName } from './local-time'
import { markIdentifiers } from './marks'
import { closeRow, focusedRow, moveRow } from './rows'
import { addVisit, isWatched, onSavedPages, readSavedPage, type SavedPage, savedPages, setWatched } from './saved-pages'
import * as words from './words'

const MESSAGE_MS = 2_500

/** Delays before refreshing a page whose mints were late: a call for them may take 6 s. */
const LATE_MINTS_MS = 1_500
const MAX_MINTS_MS = 60_000

const OWN_KEYS = 'input, textarea, select, [contenteditable], dialog, [role="grid"], .lens-scroll'

const MENUS = 'details:has(> summary + .absolute)'

const LINKS: Partial<Record<Action, [link: string, none: string]>> = {
  nextPage: ['nav[aria-label="Pages"] a[rel="next"]', words.noNextPage],
  previousPage: ['nav[aria-label="Pages"] a[rel="prev"]', words.noPreviousPage],
  home: ['header a[aria-label^="Leafscan"]', words.noHome],
  latest: ['.site-nav a[href^="/latest"]', words.noLatest],
  status: ['.site-nav a[href^="/status"]', words.noStatus],
}

/**
 * All background behaviour of a page: document listeners and one observer, driven by data attributes of server markup.
 * `data-habit` names the action of a button, `data-page` holds the page as the watchlist saves it. features.md a25, a26, a29, a30,
 * a51-a54, a56, a57; facts/reliability.md S12.
 */
export function Habits() {
  const [message, setMessage] = useState('')
  const [dialog, setDialog] = useState<ReactNode>(null)
  const offline = useOffline()
  const client = useQueryClient()
  const router = useRouter()

  useEffect(() => fetchMissingProofs(client), [client])
  useEffect(prepareToCopy, [])
  useEffect(colorBrowser, [])
  useEffect(() => {
    let waitMs = LATE_MINTS_MS
    let timer = setTimeout(look, waitMs)
    function look() {
      const isLate = isSeen() && document.querySelector('[data-late-mints]') !== null
      if (isLate) router.refresh()
      waitMs = isLate ? Math.min(2 * waitMs, MAX_MINTS_MS) : LATE_MINTS_MS
      timer = setTimeout(look, waitMs)
    }
    return () => clearTimeout(timer)
  }, [router])
  useEffect(() => {
    if (message === '') return
    const timer = setTimeout(() => setMessage(''), MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [message])
  useEffect(() => drawMarks(), [])
  useEffect(() => {
    const keys = new KeyReader()
    let lastRow: HTMLTableRowElement | null = null
    const stop = new AbortController()
    const { signal } = stop
    const show = (load: () => Promise<ReactNode>) => {
      load().then(setDialog, () => setMessage(words.notLoaded))
    }
    const onClose = () => setDialog(null)
    const help = () => show(async () => import('./help-dialog').then((m) => <m.HelpDialog onClose={onClose} />))
    const label = (text: string) =>
      show(async () => import('./labels-dialog').then((m) => <m.LabelsDialog text={text} onClose={onClose} />))
    const copy = (what: 'row' | 'tsv' | 'markdown') =>
      show(async () => {
        const { copyRow, copyTable } = await import('./copy-table')
        const table = document.querySelector<HTMLTableElement>('main [data-list] table.rows')
        if (what === 'row') setMessage(await copyRow(lastRow))
        else setMessage(table ? await copyTable(table, what) : words.noRows)
        return null
      })
    const habits: Record<string, () => void> = {
      zone() {
        saveZone(savedZone() === 'utc' ? 'local' : 'utc')
        setMessage(words.timesIn(zoneName(savedZone())))
        drawPage()
      },
      watch() {
        const page = currentPage()
        if (!page) return
        setMessage(isWatched(page) ? words.notWatching : words.watching)
        setWatched(page, !isWatched(page))
      },
      keys: help,
      // pause.tsx answers while there is a network.
      retry: () => navigator.onLine || leave(() => location.reload()),
      display: () => show(async () => import('./display-dialog').then((m) => <m.DisplayDialog onClose={onClose} />)),
      label: () => label(currentPage()?.text ?? ''),
      labels: () => label(''),
      row: () => copy('row'),
      tsv: () => copy('tsv'),
      markdown: () => copy('markdown'),
    }

    function act(action: Action) {
      const [selector, none] = LINKS[action] ?? []
      const link = selector && document.querySelector<HTMLElement>(selector)
      if (link) link.click()
      else if (none) setMessage(none)
      else if (action === 'nextRow' || action === 'previousRow')
        setMessage(moveRow(action === 'nextRow' ? 1 : -1) ?? '')
      else habits[action === 'copyRow' ? 'row' : action === 'zone' ? 'zone' : 'keys']?.()
    }

    function onKeyDown(event: KeyboardEvent) {
      const { key, target } = event
      if (event.defaultPrevented || event.isComposing || !(target instanceof Element) || target.closest(OWN_KEYS))
        return
      if (key === 'Escape') {
        if (closeMenu(target) || closeRow()) event.preventDefault()
        return
      }
      const action = keysOn() ? keys.read(event, performance.now()) : null
      if (!action) return
      event.preventDefault()
      act(action)
    }
    /** `/` is a single key too: where those are off, it must not reach the menu. */
    function onCapture(event: KeyboardEvent) {
      const typing = event.target instanceof Element && event.target.closest(OWN_KEYS)
      if (event.key === '/' && !event.ctrlKey && !event.metaKey && !typing && !keysOn())
        event.stopImmediatePropagation()
    }
    function onClick({ target }: MouseEvent) {
      if (!(target instanceof Element)) return
      const button = target.closest<HTMLElement>('[data-habit]')
      for (const menu of document.querySelectorAll(`${MENUS}[open]`)) {
        if (button || !menu.contains(target)) menu.removeAttribute('open')
      }
      habits[button?.dataset.habit ?? '']?.()
    }
    /** Offline, a new page is the browser's error page, unless Leafscan is on this very machine. */
    function leave(open: () => void) {
      fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(open, () => setMessage(words.needsNetwork))
    }
    /** What nothing here answered. */
    function onLeave(event: MouseEvent) {
      const { target, button, ctrlKey, metaKey, shiftKey } = event
      const link = target instanceof Element && target.closest('a')
      if (navigator.onLine || event.defaultPrevented || !link || button > 1) return
      const isHere = link.href.startsWith(`${location.href.split('#', 1)[0]}#`)
      if (isHere || !link.href.startsWith(`${location.origin}/`)) return
      event.preventDefault()
      leave(() => window.open(link.href, button === 1 || ctrlKey || metaKey || shiftKey ? '_blank' : '_self'))
    }
    function onSubmit(event: SubmitEvent) {
      const { target: form } = event
      if (navigator.onLine || event.defaultPrevented || !(form instanceof HTMLFormElement)) return
      event.preventDefault()
      leave(() => form.submit())
    }
    function onFocus() {
      lastRow = focusedRow() ?? lastRow
    }

    document.addEventListener('keydown', onKeyDown, { signal })
    document.addEventListener('keydown', onCapture, { signal, capture: true })
    document.addEventListener('click', onClick, { signal })
    document.addEventListener('focusin', onFocus, { signal })
    // After all listeners of the page.
    window.addEventListener('click', onLeave, { signal })
    window.addEventListener('auxclick', onLeave, { signal })
    window.addEventListener('submit', onSubmit, { signal })
    return () => stop.abort()
  }, [])

  return (
    <>
      {/* Above the page: the body is a column, and background behaviour comes last in it. */}
      <div role="status" className="order-first">
        {offline && (
          <div className="border-b border-line bg-doubt-soft text-sm text-doubt">
            <p className="mx-auto max-w-[84rem] px-4 py-2 sm:px-6">
              <strong className="font-semibold">{words.offline}</strong> <span>{words.offlineAbout}</span>
            </p>
          </div>
        )}
      </div>
      <div role="status" className="pointer-events-none fixed inset-x-0 bottom-4 z-30 flex justify-center px-4">
        {message && <span className="panel px-4 py-2 text-sm shadow-lg">{message}</span>}
      </div>
      {dialog}
    </>
  )
}

function closeMenu(at: Element): boolean {
  const menu = at.closest(`${MENUS}[open]`)
  menu?.removeAttribute('open')
  menu?.querySelector('summary')?.focus()
  return menu !== null
}

function currentPage(): SavedPage | null {
  const text = document.querySelector<HTMLElement>('main [data-page]')?.dataset.page
  return text === undefined ? null : readSavedPage(JSON.parse(text))
}

/** Marks identifiers and writes times, now and after each change of the page. Returns a cleanup function. */
function drawMarks(): () => void {
  let visited = ''
  let frame = 0
  const observer = new MutationObserver((records) => {
    // Ages change every second: text changes matter only where they may be times to rewrite.
    if (savedZone() === 'local' || records.some(({ type }) => type !== 'characterData')) soon()
  })
  function soon() {
    if (frame === 0) frame = requestAnimationFrame(draw)
  }
  function draw() {
    frame = 0
    const page = currentPage()
    if (page && visited !== page.network + page.href) {
      visited = page.network + page.href
      addVisit(page)
    }
    drawPage()
    observer.takeRecords()
  }
  const forget = onSavedPages(soon)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['data-page'],
  })
  draw()
  return () => {
    cancelAnimationFrame(frame)
    observer.disconnect()
    forget()
  }
}

function drawPage(): void {
  const page = currentPage()
  const watching = page !== null && isWatched(page)
  document.querySelector('[data-habit="watch"]')?.setAttribute('aria-pressed', String(watching))
  markIdentifiers(savedPages().labels)
  writeTimes(savedZone())
}
