'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { prepareToCopy } from '../ui/copy-text'
import { StillWaiting } from '../ui/still-waiting'
import type { TextFormat } from './cells'
import { type Action, KeyReader } from './keys'
import { keepKeys, keysOn } from './keys-setting'
import { refreshLateMints } from './late-mints'
import { bringProofs } from './later-proofs'
import { savedZone, saveZone, writeTimes, type Zone, zoneName } from './local-time'
import { markIdentifiers } from './marks'
import { OfflineNote } from './offline-note'
import { closeRow, focusedRow, moveRow } from './rows'
import { isSame, isSavedPage, onSavedPages, type SavedPage, savedPages, unwatch, visit, watch } from './saved-pages'

const MESSAGE_MS = 2_500

const OWN_KEYS = 'input, textarea, select, [contenteditable], dialog, [role="grid"], .lens-scroll'

const MENUS = 'details:has(> summary + .absolute)'

const LINKS: Partial<Record<Action, [link: string, none: string]>> = {
  nextPage: ['nav[aria-label="Pages"] a[rel="next"]', 'No next page'],
  previousPage: ['nav[aria-label="Pages"] a[rel="prev"]', 'No previous page'],
  home: ['header a[aria-label^="Leafscan"]', 'No home link on this page'],
  latest: ['.site-nav a[href^="/latest"]', 'No link to the latest transactions on this page'],
  status: ['.site-nav a[href^="/status"]', 'No link to the status on this page'],
}

/**
 * All background behaviour of a page: document listeners and one observer, driven by data attributes of server markup.
 * `data-habit` names the action of a button, `data-page` holds the page as the watchlist saves it. features.md a25, a26, a29, a30,
 * a51-a54, a56, a57; facts/reliability.md S12.
 */
export function Habits() {
  const [message, setMessage] = useState('')
  const [dialog, setDialog] = useState<ReactNode>(null)
  const client = useQueryClient()
  const router = useRouter()

  useEffect(() => bringProofs(client), [client])
  useEffect(prepareToCopy, [])
  useEffect(() => refreshLateMints(() => router.refresh()), [router])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function notify(text: string) {
      clearTimeout(timer)
      setMessage(text)
      timer = setTimeout(() => setMessage(''), MESSAGE_MS)
    }
    const shown = showsPage(notify)
    const keys = new KeyReader()
    let lastRow: HTMLTableRowElement | null = null
    const close = () => setDialog(null)
    const failed = () => notify('Could not load. Reload the page.')

    function openHelp() {
      import('./help-dialog').then(
        ({ HelpDialog }) => setDialog(<HelpDialog onClose={close} onKeep={keepKeys} />),
        failed,
      )
    }
    function openLabels(text: string) {
      import('./labels-dialog').then(
        ({ LabelsDialog }) => setDialog(<LabelsDialog text={text} onClose={close} />),
        failed,
      )
    }
    function copy(what: 'row' | TextFormat) {
      import('./copy-table').then(async ({ copyRow, copyTable }) => {
        const table = document.querySelector<HTMLTableElement>('main [data-list] table.rows')
        if (what === 'row') notify(await copyRow(lastRow))
        else notify(table ? await copyTable(table, what) : 'No rows on this page')
      }, failed)
    }

    function act(action: Action) {
      const [link, none] = LINKS[action] ?? []
      if (link && none) press(link) || notify(none)
      else if (action === 'nextRow' || action === 'previousRow') {
        const why = moveRow(action === 'nextRow' ? 1 : -1)
        if (why) notify(why)
      } else if (action === 'copyRow') copy('row')
      else if (action === 'zone') shown.switchZone()
      else openHelp()
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
      for (const menu of document.querySelectorAll(`${MENUS}[open]`)) {
        if (target instanceof Node && !menu.contains(target)) menu.removeAttribute('open')
      }
      const button = target instanceof Element ? target.closest<HTMLElement>('[data-habit]') : null
      const habit = button?.dataset.habit
      if (habit === 'zone') shown.switchZone()
      else if (habit === 'keys') openHelp()
      else if (habit === 'watch') shown.switchWatch()
      else if (habit === 'label') openLabels(shown.currentPage()?.text ?? '')
      else if (habit === 'labels') openLabels('')
      else if (habit === 'row' || habit === 'tsv' || habit === 'markdown') {
        button?.closest('details')?.removeAttribute('open')
        copy(habit)
      }
    }
    function onFocus() {
      lastRow = focusedRow() ?? lastRow
    }

    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('keydown', onCapture, true)
    document.addEventListener('click', onClick)
    document.addEventListener('focusin', onFocus)
    return () => {
      clearTimeout(timer)
      shown.end()
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('keydown', onCapture, true)
      document.removeEventListener('click', onClick)
      document.removeEventListener('focusin', onFocus)
    }
  }, [])

  return (
    <>
      <OfflineNote />
      <div role="status" className="pointer-events-none fixed inset-x-0 bottom-4 z-30 flex justify-center px-4">
        {message && <span className="panel px-4 py-2 text-sm shadow-lg">{message}</span>}
      </div>
      {dialog}
      <StillWaiting />
    </>
  )
}

function closeMenu(at: Element): boolean {
  const menu = at.closest(`${MENUS}[open]`)
  menu?.removeAttribute('open')
  menu?.querySelector('summary')?.focus()
  return menu !== null
}

function press(link: string): boolean {
  const element = document.querySelector<HTMLElement>(link)
  element?.click()
  return element !== null
}

function showsPage(notify: (text: string) => void) {
  let zone: Zone = savedZone()
  let visited = ''
  let frame = 0
  const observer = new MutationObserver((records) => {
    // Ages change every second: text changes matter only where they may be times to rewrite.
    if (zone === 'local' || records.some(({ type }) => type !== 'characterData')) soon()
  })

  function currentPage(): SavedPage | null {
    const text = document.querySelector<HTMLElement>('main [data-page]')?.dataset.page
    const value: unknown = text === undefined ? null : JSON.parse(text)
    return isSavedPage(value) ? value : null
  }
  function pass() {
    frame = 0
    const here = currentPage()
    if (here && visited !== here.network + here.href) {
      visited = here.network + here.href
      visit(here)
    }
    const { watched, labels } = savedPages()
    const watching = here !== null && watched.some((each) => isSame(each, here))
    document.querySelector('[data-habit="watch"]')?.setAttribute('aria-pressed', String(watching))
    for (const button of document.querySelectorAll('[data-habit="zone"]')) {
      button.setAttribute('aria-pressed', String(zone === 'local'))
      const name = button.querySelector('[data-zone]')
      if (name && name.textContent !== zoneName(zone)) name.textContent = zoneName(zone)
    }
    markIdentifiers(labels)
    writeTimes(zone)
    observer.takeRecords()
  }
  function soon() {
    if (frame === 0) frame = requestAnimationFrame(pass)
  }

  const forget = onSavedPages(soon)
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['data-page'],
  })
  pass()
  return {
    currentPage,
    switchZone() {
      zone = zone === 'utc' ? 'local' : 'utc'
      saveZone(zone)
      pass()
      notify(`Times in ${zoneName(zone)}`)
    },
    switchWatch() {
      const here = currentPage()
      if (!here) return
      const watching = savedPages().watched.some((each) => isSame(each, here))
      if (watching) unwatch(here)
      else watch(here)
      notify(watching ? 'No longer watching' : 'Watching: see the home page and the menu')
    },
    end() {
      cancelAnimationFrame(frame)
      observer.disconnect()
      forget()
    },
  }
}
